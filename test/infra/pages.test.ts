import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (page: string): string => readFileSync(join(root, page), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', 'shared/*/README.md'], { cwd: root }).sort();

/** A page without its code blocks. */
const prose = (page: string): string => read(page).replace(/^```[\s\S]*?^```/gm, '');

/** The targets of links, except those to the web. */
const links = (page: string): string[] =>
  [...prose(page).matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target]) => target ?? '')
    .filter(target => !/^(https?|mailto):/.test(target));

/** The names by which GitHub and its like link to the headings of a page, and those of its own anchors (the rules of docs/contract). */
const anchors = (page: string): string[] => [
  ...[...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  ),
  ...[...prose(page).matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id]) => id ?? ''),
];

function isBroken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && !anchors(target).includes(anchor);
}

/** Paths of the tree that a page names as code, such as `shared/base/kernel/xml.ts`; patterns and placeholders are none. */
const named = (page: string): string[] =>
  [...prose(page).matchAll(/`((?:shared|functions|infra|test|docs|statemachines|examples)\/[\w./-]+)`/g)].map(
    ([, path]) => path ?? '',
  );

const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
const decisions = pages.filter(page => /^docs\/adr\/\d{4}-/.test(page));

/** The folders of the repository that the map of the README has rows for. */
const FOLDERS = ['functions', 'shared', 'statemachines', 'infra', 'test', 'examples'];

/** The areas of shared/ with their groups: `model` is a group without. */
const areas = globSync('shared/*/*/', { cwd: root, withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ parentPath, name }) => [basename(parentPath), name])
  .filter(([group]) => group !== 'model');

describe('pages for readers of the repository', () => {
  it('finds pages, links and paths to check', () => {
    expect(pages).toContain('README.md');
    expect(pages.flatMap(links).length).toBeGreaterThan(20);
    expect(pages.flatMap(named).length).toBeGreaterThan(50);
    expect(isBroken('README.md', 'docs/none.md')).toBe(true);
    expect(isBroken('README.md', 'docs/architecture.md#none')).toBe(true);
  });

  it('README leads to every page of docs/, and to every group and area of shared/', () => {
    const map = read('README.md');
    const unlinked = globSync('docs/*.md', { cwd: root }).filter(page => !links('README.md').includes(page));
    expect(unlinked).toEqual([]);
    expect(areas.length).toBeGreaterThan(30);
    expect(areas.filter(([group = '', area = '']) => !map.includes(`shared/${group}/`) || !map.includes(`\`${area}\``))).toEqual(
      [],
    );
    expect(FOLDERS.filter(folder => !map.includes(`\`${folder}/`))).toEqual([]);
  });

  it('README explains every step from an empty account to a working stage', () => {
    const recipe = read('README.md').split('\n## Deploy it\n')[1]?.split('\n## ')[0] ?? '';
    const asked = [
      'bootstrap',
      'concurrency',
      'SES',
      'hosted zone',
      'secrets',
      '/api/connect/taxauth/callback',
      'TAXAUTH_CLIENT_ID',
    ];
    expect([...asked, 'npm run doctor', 'npm run deploy'].filter(words => !recipe.includes(words))).toEqual([]);
  });

  it('docs/architecture.md draws every area of shared/ in its layers', () => {
    const drawing = /```mermaid\nflowchart TD[\s\S]*?```/.exec(read('docs/architecture.md'))?.[0] ?? '';
    const inDrawing = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(drawing);
    expect(areas.filter(([group = '', area = '']) => !inDrawing(group) || !inDrawing(area))).toEqual([]);
  });

  it('every group of shared/ has a README of at most 40 lines', () => {
    for (const group of new Set(areas.map(([name = '']) => name)))
      expect(read(`shared/${group}/README.md`).trimEnd().split('\n').length, group).toBeLessThanOrEqual(40);
  });

  it.each(pages)('%s links to pages and headings that exist', page => {
    expect(links(page).filter(link => isBroken(page, link))).toEqual([]);
  });

  it.each(pages)('%s names files and folders that exist', page => {
    expect(named(page).filter(path => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(pages)('%s names scripts of package.json', page => {
    const called = [...read(page).matchAll(/npm run (?:-\S+ )*([\w:-]+)/g)].map(([, script]) => script ?? '');
    expect(called.filter(script => !scripts.includes(script))).toEqual([]);
  });

  it.each(['README.md', 'CONTRIBUTING.md'])('%s has commands with files and folders that exist', page => {
    const blocks = [...read(page).matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block ?? '').join('\n');
    const inText = [...prose(page).matchAll(/`((?:npx|npm) [^`]+)`/g)].map(([, command]) => command ?? '').join('\n');
    const files = [...`${blocks}\n${inText}`.matchAll(/(?<=\s)(?:test|infra|functions|shared|clients)\/[\w./-]+/g)].map(
      ([path]) => path,
    );
    expect(page === 'README.md' || files.length > 5).toBe(true);
    expect(files.filter(path => !existsSync(join(root, path)))).toEqual([]);
  });

  it('lists every decision in docs/adr/README.md with its number and title', () => {
    const index = links('docs/adr/README.md').map(link => join('docs/adr', link));
    expect(index.filter(link => decisions.includes(link)).sort()).toEqual(decisions);
    expect(decisions.map(page => page.slice(9, 13))).toEqual(decisions.map((_, place) => String(place + 1).padStart(4, '0')));
    for (const page of decisions) expect(read(page)).toMatch(new RegExp(`^# ${page.slice(9, 13)}: `));
  });
});
