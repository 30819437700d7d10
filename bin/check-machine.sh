#!/bin/sh
# Says what to do where the project cannot run, before Node.js or a tool fails in words of its own.
fail() {
  echo "error: $1" >&2
  exit 1
}
case $PWD in
*[#?]*) fail "The build tools cannot run in a folder with # or ? in its path: rename or move $PWD." ;;
esac
version=$(node --version 2>&1)
case $version in
v2[4-9].* | v[3-9][0-9].* | v[1-9][0-9][0-9].*) ;;
*) fail "This needs Node.js 24 or newer, and found ${version:-none}. Install it; on Linux with glibc, npm ci (with optional packages) brings it for npm start, npm test, npx cdk and npx counting." ;;
esac
