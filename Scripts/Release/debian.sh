# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
# Makes Debian packages; sourced from the project's folder.
#
#   begin_package NAME; files into $package/usr; end_package FOLDER FILE SECTION DESCRIPTION
. Scripts/common.sh
version=$(sed -n 's/^## \([0-9][0-9.]*\).*/\1/p' CHANGELOG.md | head -n 1)
[ -n "$version" ] || fail "CHANGELOG.md names no version."
architecture=$(dpkg --print-architecture)

# Makes a folder for the files of a package ($package), with changelog and copyright. It goes when the script ends.
begin_package() {
  name=$1
  root=$(mktemp -d)
  on_exit 'rm -rf "$root"'
  package=$root/package
  local documents=$package/usr/share/doc/$name
  mkdir -p "$package/DEBIAN" "$documents"
  gzip -9nc CHANGELOG.md > "$documents/changelog.gz"
  cat > "$documents/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: swift-state-restoration
Source: https://github.com/swift-state-restoration/swift-state-restoration

Files: *
Copyright: The swift-state-restoration authors
License: Apache-2.0
 On Debian systems the text of the licence is in /usr/share/common-licenses/Apache-2.0.
END
}

# Writes the package into a folder. It depends on the packages of the libraries that one of its files links.
# usage: end_package FOLDER FILE SECTION DESCRIPTION
end_package() {
  local folder=$1 file=$2 section=$3 description=$4 depends made
  chmod -R u+rwX,go+rX,go-w "$package"
  mkdir "$root/debian"
  printf 'Source: %s\n\nPackage: %s\nArchitecture: any\n' "$name" "$name" > "$root/debian/control"
  depends=$(cd "$root" && dpkg-shlibdeps -O --ignore-missing-info "${file#"$root/"}" 2>/dev/null)
  cat > "$package/DEBIAN/control" <<END
Package: $name
Version: $version
Architecture: $architecture
Maintainer: The swift-state-restoration authors <noreply@example.org>
Installed-Size: $(du -sk "$package/usr" | cut -f1)
Depends: ${depends#shlibs:Depends=}
Section: $section
Priority: optional
Homepage: https://github.com/swift-state-restoration/swift-state-restoration
Description: $description
END
  mkdir -p "$folder"
  made=$folder/${name}_${version}_$architecture.deb
  dpkg-deb --root-owner-group -Zxz --build "$package" "$made" >/dev/null
  say "Made $made: $(du -k "$made" | cut -f1) kB"
}
