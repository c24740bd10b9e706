/**
 * The script that checks an archive of a period offline (OUT-112), part of its main file. It has no dependencies, so it reads ZIP files
 * itself (APPNOTE 6.3; without ZIP64, which volumes do not need). Tests run it against archives of the service that were tampered with.
 */
export const CHECK_SCRIPT = String.raw`#!/usr/bin/env node
// Checks an archive of invoices: node check-archive.mjs [folder] [--manifest <SHA-256 of manifest.json>]
// The volumes may be in the folder as ZIP files, or unpacked, each into a folder of its name without ".zip".
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';

const MANIFEST = 'manifest.json';
const sha256 = bytes => createHash('sha256').update(bytes).digest('hex');
let problems = 0;
const report = text => {
  problems++;
  console.log(text);
};

// The files of a ZIP, by name: functions that return their bytes.
function filesOfZip(zip) {
  const files = new Map();
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== 0x06054b50) end--;
  if (end < 0) throw new Error('is no ZIP file');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('is no whole ZIP file');
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameSize, extraSize, noteSize] = [28, 30, 32].map(place => zip.readUInt16LE(at + place));
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + nameSize);
    if (files.has(name)) throw new Error('has two files with the name ' + name);
    files.set(name, () => {
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const bytes = zip.subarray(from, from + packed);
      return method === 0 ? bytes : inflateRawSync(bytes);
    });
    at += 46 + nameSize + extraSize + noteSize;
  }
  return files;
}

function filesOfFolder(folder) {
  const files = new Map();
  const walk = at => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) walk(path);
      else files.set(relative(folder, path).split(sep).join('/'), () => readFileSync(path));
    }
  };
  walk(folder);
  return files;
}

// The bytes of a file; undefined when they cannot be unpacked.
function bytesOf(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

// The rows of a CSV file as they are written, and their cells.
function rowsOfCsv(text) {
  const rows = [];
  let [cells, cell, quoted, from] = [[], '', false, 0];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === ',') {
      cells.push(cell);
      cell = '';
    } else if (letter === '\r' && text[at + 1] === '\n') {
      rows.push({ text: text.slice(from, at), cells: [...cells, cell] });
      [cells, cell, from] = [[], '', at + 2];
      at++;
    } else cell += letter;
  }
  if (from < text.length) rows.push({ text: text.slice(from), cells: [...cells, cell] });
  return rows;
}

// Compares the signed original with the XML beside it.
function checkSigned(title, entry, files) {
  const [xml, signed] = ['xml', 'signed'].map(role => entry.files.find(file => file.role === role));
  if (!xml || !signed || !files.has(xml.path) || !files.has(signed.path)) return;
  const [text, archive] = [bytesOf(files.get(xml.path)), bytesOf(files.get(signed.path))];
  if (!text || !archive) return;
  let same = false;
  try {
    same = [...filesOfZip(archive).values()].some(read => bytesOf(read)?.equals(text));
  } catch {
    // It is no ZIP file, so it does not hold the XML.
  }
  if (same) return;
  if (signed.holdsXml) report(title + ': ' + signed.path + ' holds another XML than ' + xml.path + '.');
  else console.log('Note: ' + title + ': ' + signed.path + ' did not hold ' + xml.path + ' when the archive was made.');
}

// Checks a volume against its entry in the manifest of the main file. Returns its documents.
function checkVolume(main, volume, number, folder) {
  const title = volume.file;
  const [packed, unpacked] = [join(folder, title), join(folder, title.replace(/\.zip$/, ''))];
  const asZip = existsSync(packed);
  if (!asZip && !(existsSync(unpacked) && statSync(unpacked).isDirectory())) {
    report(title + ' is missing.');
    return undefined;
  }
  let files;
  let isSame = true;
  try {
    const zip = asZip ? readFileSync(packed) : undefined;
    isSame = !zip || sha256(zip) === volume.sha256;
    files = zip ? filesOfZip(zip) : filesOfFolder(unpacked);
  } catch (error) {
    report(title + ' cannot be read: it ' + error.message + '.');
    return undefined;
  }
  const before = problems;
  const text = files.has(MANIFEST) ? bytesOf(files.get(MANIFEST)) : undefined;
  let manifest;
  try {
    manifest = JSON.parse(text);
  } catch {
    report(title + ': ' + MANIFEST + ' is missing or cannot be read.');
    return undefined;
  }
  if (manifest.archive !== main.archive) {
    report(title + ' belongs to another archive (' + manifest.archive + ').');
    return undefined;
  }
  if (manifest.volume !== number) {
    report(title + ' is volume ' + manifest.volume + ' of this archive, not volume ' + number + '.');
    return undefined;
  }
  if (sha256(text) !== volume.manifest) report(title + ': ' + MANIFEST + ' was changed.');
  const known = new Set([MANIFEST]);
  for (const entry of manifest.documents) {
    for (const { path, sha256: digest } of entry.files) {
      known.add(path);
      const read = files.get(path);
      const bytes = read && bytesOf(read);
      if (!read) report(title + ': ' + path + ' is missing.');
      else if (!bytes || sha256(bytes) !== digest) report(title + ': ' + path + ' was changed.');
    }
    checkSigned(title, entry, files);
  }
  for (const path of files.keys()) if (!known.has(path) && !path.endsWith('/')) report(title + ': ' + path + ' was added.');
  if (!isSame && problems === before) report(title + ' was changed, but none of its files.');
  return manifest.documents;
}

function checkIndex(main, documents, folder) {
  const path = join(folder, main.index.file);
  if (!existsSync(path)) return report(main.index.file + ' is missing.');
  const bytes = readFileSync(path);
  const before = problems;
  const [header, ...rows] = rowsOfCsv(bytes.toString('utf8'));
  const column = header ? header.cells.indexOf('Document ID') : -1;
  const found = new Map(rows.map(row => [row.cells[column], row]));
  const isComplete = documents.every(list => list !== undefined);
  for (const { id, number, row } of documents.flatMap(list => list ?? [])) {
    if (row === null) continue;
    const text = found.get(id)?.text;
    found.delete(id);
    if (text === undefined) report(main.index.file + ': the row of ' + (number || id) + ' is missing.');
    else if (sha256(text) !== row) report(main.index.file + ': the row of ' + (number || id) + ' was changed.');
  }
  // The rows of a volume that is missing are in no manifest that can be read.
  if (isComplete) for (const [id] of found) report(main.index.file + ': a row was added (' + id + ').');
  if (sha256(bytes) !== main.index.sha256 && problems === before) report(main.index.file + ' was changed.');
}

function run() {
  const args = process.argv.slice(2);
  const option = args.indexOf('--manifest');
  const [, expected] = option < 0 ? [] : args.splice(option, 2);
  const folder = args[0] ?? dirname(fileURLToPath(import.meta.url));
  let text;
  let main;
  try {
    text = readFileSync(join(folder, MANIFEST));
    main = JSON.parse(text);
    if (main.format !== 'invoice-archive/1') throw new Error('The format of the manifest is unknown.');
  } catch (error) {
    console.log(MANIFEST + ' of the archive cannot be read: ' + error.message);
    return 2;
  }
  if (expected !== undefined && sha256(text) !== expected.toLowerCase())
    report(MANIFEST + ' of the archive is not the one with the given digest.');
  const documents = main.volumes.map((volume, place) => checkVolume(main, volume, place + 1, folder));
  checkIndex(main, documents, folder);
  console.log(
    problems === 0
      ? 'The archive is complete and unchanged: ' + main.documents + ' documents in ' + main.volumes.length + ' volumes.'
      : 'Problems found: ' + problems + '.',
  );
  if (problems === 0 && expected === undefined) console.log('SHA-256 of ' + MANIFEST + ': ' + sha256(text));
  return problems === 0 ? 0 : 1;
}

process.exitCode = run();
`;
