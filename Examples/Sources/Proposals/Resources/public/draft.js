// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0
// Saves the form after each pause of typing, one request at a time. What could not be kept is tried again until
// it is.
const form = document.querySelector("form[data-draft]");
const status_ = document.getElementById("status");
const pause = 300;
// Which page this is, and how many forms it has sent: a form that a proxy sends once more changes nothing.
const page = crypto.getRandomValues(new Uint32Array(4)).join("-");
let formNumber = 0;
let timer, isSaving = false, isChanged = false;

function show(state) {
  status_.dataset.state = state;
  status_.textContent = status_.dataset[state];
}

function contents() {
  const body = new URLSearchParams(new FormData(form));
  body.delete("attachment");
  const field = document.activeElement;
  if (field && field.form === form && field.name) {
    body.set("focus", field.name);
    // Fields for e-mail addresses tell no place.
    if (field.selectionEnd !== null && field.selectionEnd !== undefined) body.set("caret", field.selectionEnd);
  }
  return body;
}

async function save() {
  clearTimeout(timer);
  if (isSaving) return;
  isSaving = true;
  let delay = 0;
  while (isChanged) {
    isChanged = false;
    show("saving");
    const body = contents();
    try {
      const answer = await fetch("/draft", { method: "POST", body });
      if (answer.status >= 400 && answer.status < 500) {
        // Sending it again would not help. The form itself gets a page that says what is wrong.
        isChanged = false;
        show("refused");
        break;
      }
      if (!answer.ok) throw new Error(answer.status);
      delay = 0;
      if (!isChanged) show("kept");
    } catch {
      isChanged = true;
      show("waiting");
      delay = Math.min(Math.max(delay * 2, 200), 2000);
      await new Promise((resume) => setTimeout(resume, delay));
    }
  }
  isSaving = false;
}

if (form) {
  // Fired for drafts and for the form itself.
  form.addEventListener("formdata", ({ formData }) => {
    formData.set("page", page);
    formData.set("formNumber", ++formNumber);
  });
  form.addEventListener("input", (event) => {
    if (event.target.name === "attachment") return;
    isChanged = true;
    show(isSaving ? "saving" : "typing");
    clearTimeout(timer);
    timer = setTimeout(save, pause);
  });
  // What was typed last is kept before the page goes, however long that takes.
  // That holds for every form on the page: a draft that arrives after a log-in or a deletion would be lost, or would
  // bring back what is gone.
  document.addEventListener("submit", async (event) => {
    const { target, submitter } = event;
    if (!isChanged && !isSaving) {
      // Nothing more can be typed until the answer comes: it would not be kept.
      form.inert = target !== form;
      return;
    }
    event.preventDefault();
    clearTimeout(timer);
    do {
      await save();
      await new Promise((resume) => setTimeout(resume, 20));
    } while (isChanged || isSaving);
    target.requestSubmit(submitter);
  });
  // The browser may show this very page again.
  window.addEventListener("pageshow", () => { form.inert = false; });
  // Links do not wait.
  window.addEventListener("pagehide", () => {
    if (isChanged || isSaving) navigator.sendBeacon("/draft", contents());
  });
  // Back to where the visitor was.
  const field = form.elements[form.dataset.focus];
  if (field && field.focus) {
    field.focus();
    const caret = Number(form.dataset.caret);
    try { field.setSelectionRange(caret, caret); } catch { /* A field without a place. */ }
  }
}
