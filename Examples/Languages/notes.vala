// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/** A note whose window, texts, choices and stars survive kill -9, in Vala. */
class Notes : Gtk.Application {
  int stars;
  Gtk.Button button;

  Notes() {
    Object(application_id: "org.example.NotesInVala");
  }

  protected override void startup() {
    base.startup();
    try {
      RestorationGtk.start(this, "1.0");
    } catch (Error error) {
      printerr("Nothing is kept: %s\n", error.message);
    }
  }

  protected override void activate() {
    if (active_window != null) {
      active_window.present();
      return;
    }
    var builder = new Gtk.Builder.from_file("notes.ui");
    var window = builder.get_object("window") as Gtk.Window;
    button = builder.get_object("stars") as Gtk.Button;
    var saved = RestorationGtk.dup_value("stars");
    show(saved != null ? saved.get_int32() : 0);
    button.clicked.connect(() => show(stars + 1));
    add_window(window);
    RestorationGtk.restore(window);
    window.present();
  }

  void show(int stars) {
    this.stars = stars;
    button.label = @"Stars: $stars";
    RestorationGtk.set_value("stars", new Variant.int32(stars));
  }

  static int main(string[] arguments) {
    return new Notes().run(arguments);
  }
}
