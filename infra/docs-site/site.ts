import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { PAGES, SECTIONS } from './contents.ts';
import { rendered, sitePage, titleOf } from './page.ts';
import { scalarScript } from './scalar.ts';

/** A file of the site, compressed, as the function serves it. */
export interface SiteFile {
  headers: Record<string, string>;
  /** The gzipped bytes in base64. */
  body: string;
}

/** All files by their path. */
export type Site = Record<string, SiteFile>;

/**
 * For the reference: scripts of this site alone. Scalar sets styles by attributes of elements, so styles must be allowed inline; its
 * icons are images in data URLs. Requests go to this API only, and neither fonts nor anything else come from elsewhere.
 */
const REFERENCE_POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "connect-src 'self'"],
  ...["img-src 'self' data: blob:", "font-src 'self' data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

/** For pages made from Markdown, whose script adds buttons for copying. */
const PAGE_POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", 'img-src data:'],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

const root = join(import.meta.dirname, '..', '..');
const local = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** The documentation site: the reference at `/docs`, the guides, and what they need. Takes about half a second. */
export function docsSite(): Site {
  const site: Site = {};
  const add = (path: string, contentType: string, text: string, headers: Record<string, string>): void => {
    site[path] = {
      headers: { 'content-type': `${contentType}; charset=utf-8`, 'content-encoding': 'gzip', ...headers },
      body: gzipSync(text, { level: 9 }).toString('base64'),
    };
  };
  /** A file whose name changes with its content, so that browsers may keep it for ever. */
  const asset = (name: string, contentType: string, text: string): string => {
    const path = `/docs/assets/${sha256(text).slice(0, 16)}-${name}`;
    add(path, contentType, text, { 'cache-control': 'public, max-age=31536000, immutable' });
    return path;
  };
  const page = (path: string, html: string, policy: string): void =>
    add(path, 'text/html', html, { 'cache-control': 'public, max-age=300', 'content-security-policy': policy });

  const styles = asset('site.css', 'text/css', local('site.css'));
  const scripts = [
    asset('scalar.js', 'text/javascript', scalarScript()),
    asset('reference.js', 'text/javascript', local('reference.js')),
  ];
  const copy = asset('copy.js', 'text/javascript', local('copy.js'));
  const script = (path: string): string => `<script src="${path}"></script>`;
  const texts = new Map(PAGES.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]));
  const titled = (file: string): string => titleOf(texts.get(file) ?? '');
  const sections = SECTIONS.map(({ title, pages }) => ({
    title,
    pages: pages.map(one => ({ ...one, title: titled(one.file) })),
  }));
  const main = `<div id="reference"></div>\n${scripts.map(script).join('\n')}`;
  page('/docs', sitePage({ title: 'Reference', path: '/docs', styles, main, sections }), REFERENCE_POLICY);
  for (const source of PAGES) {
    const { file, path } = source;
    // A page in Romanian has this ending; the navigation around it stays English.
    const language = file.endsWith('.ro.md') ? ' lang="ro"' : '';
    const text = `<main class="text"${language}>${rendered(texts.get(file) ?? '', source, titled)}</main>\n${script(copy)}`;
    page(path, sitePage({ title: titled(file), path, styles, main: text, sections }), PAGE_POLICY);
  }
  return site;
}
