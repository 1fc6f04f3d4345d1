# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
"""The browser's part of proposals-tour: types, kills processes, and compares.

usage: proposals_tour.py SITE DRIVER WORK PICTURES NODES
"""
import atexit
import base64
import http.client
import json
import os
import re
import signal
import sys
import time
import urllib.parse
import urllib.request

site, driver, work, pictures = sys.argv[1:5]
nodes = range(1, int(sys.argv[5]) + 1)
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def wait_until(what, condition, patience=60):
    deadline = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            sys.exit(f"In {patience} s it did not happen: {what}")
        time.sleep(0.05)


class Browser:
    """A browser of its own, by the WebDriver protocol."""

    def __init__(self, width, height, language="en"):
        options = {
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                f"--window-size={width},{height}", f"--lang={language}",
            ],
            "prefs": {"intl.accept_languages": language},
        }
        answer = self.call(
            "POST", "/session",
            {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}})
        self.session = "/session/" + answer["sessionId"]
        # Even after a failure, because its processes outlive the driver.
        atexit.register(self.close)

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            driver + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def ask(self, method, path, body=None):
        return self.call(method, self.session + path, body)

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def open(self, path):
        self.ask("POST", "/url", {"url": site + path if path.startswith("/") else path})

    def find(self, selector):
        return self.ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def type(self, field, text):
        self.ask("POST", f"/element/{self.find('#' + field)}/value", {"text": text})

    def click(self, selector):
        self.ask("POST", f"/element/{self.find(selector)}/click", {})

    def picture(self, name):
        with open(os.path.join(pictures, name + ".png"), "wb") as file:
            file.write(base64.b64decode(self.ask("GET", "/screenshot")))

    def value(self, field):
        return self.run("return document.getElementById(arguments[0])?.value", field)

    def state(self):
        return self.run("return document.getElementById('status')?.dataset.state")

    def close(self):
        self.ask("DELETE", "")


def node(number):
    with open(f"{work}/node-{number}.pid") as file:
        return int(file.read())


def end(number, by):
    """Ends a node; the supervisor starts it again."""
    process = node(number)
    os.kill(process, by)
    wait_until(f"node {number} is started again", lambda: node(number) != process)


def kept(browser, field, text):
    """Types a text in pieces, and returns when the page says that all of it is kept."""
    for start in range(0, len(text), 7):
        browser.type(field, text[start:start + 7])
    wait_until("the page says that the text is kept", lambda: browser.state() == "kept")
    if browser.value(field) != text:
        sys.exit(f"The browser has other text than was typed: {browser.value(field)!r}")


def check(browser, field, text, moment):
    found = browser.value(field)
    if found != text:
        sys.exit(f"LOST {moment}: {field} is {found!r} instead of {text!r}")


def next_page(browser, step):
    browser.click("button.suggested")
    wait_until(
        f"step {step} is shown", lambda: browser.run("return location.pathname") == f"/step/{step}")


texts = {
    "name": "Grace Okonkwo",
    "email": "grace@example.org",
    "biography": "I keep small machines running, and write about what they forget. Grüße aus Łódź!",
    "title": "What a form remembers when its server dies",
    "summary": "A visitor types. A node is killed, another one is drained, and then the database's primary "
    "goes. The talk shows what is on the screen all the while.",
    "notes": "I need one power socket, and somebody who pulls it out.",
}


def serves():
    try:
        return urllib.request.urlopen(site + "/step/1", timeout=5).status == 200
    except (OSError, http.client.HTTPException):
        return False


wait_until("the site is served", serves)

browser = Browser(1100, 900)
browser.open("/")
browser.picture("1-empty")
kept(browser, "name", texts["name"])
for number in nodes:
    end(number, signal.SIGKILL)
browser.open("/")
check(browser, "name", texts["name"], "after every node was killed")
print("every node was killed with SIGKILL: everything that the page called kept is there")

kept(browser, "email", texts["email"])
half = len(texts["biography"]) // 2
kept(browser, "biography", texts["biography"][:half])
# A kill while typing.
browser.type("biography", texts["biography"][half:half + 20])
end(1, signal.SIGKILL)
browser.type("biography", texts["biography"][half + 20:])
wait_until("the page says that the text is kept", lambda: browser.state() == "kept")
check(browser, "biography", texts["biography"], "while a node died")
browser.picture("2-kept")
browser.open("/")
check(browser, "biography", texts["biography"], "after a node died in the middle of typing")
focused = browser.run("return [document.activeElement.id, document.activeElement.selectionEnd]")
if focused != ["biography", len(texts["biography"])]:
    sys.exit(f"The visitor is not where they were: {focused}")
print("a node was killed during typing: all text is there, and the caret is in its place")

next_page(browser, 2)
kept(browser, "title", texts["title"])
browser.run("document.getElementById('kind').value = 'workshop';"
            "document.getElementById('kind').dispatchEvent(new Event('input', {bubbles: true}))")
wait_until("the kind is kept", lambda: browser.state() == "kept")
for number in nodes:
    end(number, signal.SIGTERM)
browser.open("/")
check(browser, "title", texts["title"], "after every node was drained")
check(browser, "kind", "workshop", "after every node was drained")
print("every node was ended with SIGTERM, as a deploy does: all is there")

half = len(texts["summary"]) // 2
kept(browser, "summary", texts["summary"][:half])
open(f"{work}/fail-over", "w").close()
began = time.monotonic()
browser.type("summary", texts["summary"][half:])
wait_until("the standby is the primary", lambda: os.path.exists(f"{work}/failed-over"))
wait_until("the page says that the text is kept", lambda: browser.state() == "kept")
browser.picture("3-after-failover")
browser.open("/")
check(browser, "summary", texts["summary"], "after the primary died")
check(browser, "title", texts["title"], "after the primary died")
print("the database's primary died and its standby was promoted: kept again after "
      f"{time.monotonic() - began:.1f} s, all is there")

next_page(browser, 3)
kept(browser, "notes", texts["notes"])
for name in ("slides.pdf", "demo.tar.gz"):
    browser.run("document.querySelector('[name=attachment]').value = arguments[0]", name)
    browser.click(".row button[value=attach]")
    wait_until("the attachment is listed", lambda: name in browser.run("return document.body.innerText"))
check(browser, "notes", texts["notes"], "after attachments were added")
browser.picture("4-attachments")
next_page(browser, 4)
for number in nodes:
    end(number, signal.SIGKILL)
browser.open("/")
preview = browser.run("return document.querySelector('dl').innerText")
for text in [*texts.values(), "slides.pdf", "demo.tar.gz"]:
    if text not in preview:
        sys.exit(f"LOST at the end: {text!r} is not in the preview:\n{preview}")
browser.click("button.suggested")
wait_until("the proposal is sent", lambda: browser.run("return document.querySelector('.notice')?.innerText"))
browser.picture("5-sent")

link = browser.run("return document.getElementById('go-on').href")
other = Browser(420, 860, "de")
other.open(link)
other.picture("6-link-narrow-german")
other.click("main button.suggested")
wait_until("the other browser shows the preview", lambda: other.run("return document.querySelector('dl')?.innerText"))
preview = other.run("return document.querySelector('dl').innerText")
for text in texts.values():
    if text not in preview:
        sys.exit(f"Another browser does not show {text!r}:\n{preview}")
other.picture("7-another-browser-narrow-german")
other.open("/step/1")
other.picture("8-narrow-form")
if "Sie" not in other.run("return document.querySelector('h1').innerText"):
    sys.exit("A browser that asks for German gets another language")
print("another browser continues from the link, in German")

# Without JavaScript a browser only sends forms.
cookies = urllib.request.HTTPCookieProcessor()
plain = urllib.request.build_opener(cookies)
plain.open(site + "/")
fields = urllib.parse.urlencode({"name": "Plain <Form>", "go": "next"}).encode()
page = plain.open(site + "/step/1", fields).read().decode()
if "/step/2" not in page or "Plain &lt;Form&gt;" not in plain.open(site + "/step/1").read().decode():
    sys.exit("Without JavaScript the form is not kept")
# A quotation mark with an accent is one character in Swift, but still ends an attribute.
accented = 'a"\u0301 type=image formaction=https://example.org/ x="'
plain.open(site + "/draft", urllib.parse.urlencode({"name": accented, "page": "q", "formNumber": 1}).encode())
if 'value="a&quot;\u0301 type=' not in plain.open(site + "/step/1").read().decode():
    sys.exit("A visitor's text ends an attribute")
try:
    urllib.request.urlopen(site + "/draft", b"name=lost")
    sys.exit("A form without a cookie is said to be kept")
except urllib.error.HTTPError as error:
    if error.code != 428:
        sys.exit(f"A form without a cookie is answered with {error.code}")
for number, name in ((1, "older"), (2, "newer"), (1, "older")):
    plain.open(site + "/draft", f"name={name}&page=p&formNumber={number}".encode())
if "newer" not in plain.open(site + "/step/1").read().decode():
    sys.exit("A draft that was sent again has replaced a newer one")
foreign = urllib.request.Request(site + "/draft", b"name=foreign", {"Sec-Fetch-Site": "cross-site"})
try:
    plain.open(foreign)
    sys.exit("A form of another site is taken")
except urllib.error.HTTPError as error:
    if error.code != 403:
        sys.exit(f"A form of another site is answered with {error.code}")
page = plain.open(site + "/step/1").read().decode()
if f'href="{site}/go-on/' not in page:
    sys.exit("The link to go on elsewhere lacks the site's address")
following = re.search('name="next" value="([0-9a-f]{64})"', page)[1]
former = {"Cookie": "proposal=" + next(cookie.value for cookie in cookies.cookiejar if cookie.name == "proposal")}
try:
    plain.open(site + "/log-in", f"code=guessed&next={following}".encode())
    sys.exit("A wrong code is taken")
except urllib.error.HTTPError as error:
    if error.code != 403:
        sys.exit(f"A wrong code is answered with {error.code}")
form = f"code=speaker-2027&next={following}".encode()
plain.open(site + "/log-in", form)
# The same form again, with the former cookie and a draft that it got meanwhile: its first answer may have been lost.
urllib.request.urlopen(urllib.request.Request(site + "/draft", b"name=late", former))
urllib.request.urlopen(urllib.request.Request(site + "/log-in", form, former))
page = plain.open(site + "/step/1").read().decode()
if "newer" not in page or "logged in" not in page:
    sys.exit("After a log-in the proposal is gone")
if "newer" in urllib.request.urlopen(urllib.request.Request(site + "/step/1", headers=former)).read().decode():
    sys.exit("After a log-in the former cookie still shows the proposal")
print("a log-in gives the proposal a new cookie, and the former one shows nothing")
health = urllib.request.urlopen(site + "/health").read().decode()
if "serving: yes" not in health:
    sys.exit(f"A node that serves says otherwise:\n{health}")
plain.open(site + "/forget", b"")
if "Plain" in plain.open(site + "/step/1").read().decode():
    sys.exit("What was deleted is shown")
print("without JavaScript: kept, and deleted when the visitor says so")
