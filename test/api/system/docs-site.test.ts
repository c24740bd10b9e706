import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { docsSite } from '../../../infra/docs-site/site.ts';
import { useService } from '../../support/service.ts';

/** The documentation site as it is served; test/browser/docs.long.test.ts opens it in a browser. */
const service = useService();
const get = (path: string, method = 'GET') => fetch(service().url + path, { method });

describe('/docs', () => {
  it('is served compressed, its pages cached for minutes and its files permanently', async () => {
    const page = await get('/docs');
    expect([page.status, page.headers.get('content-type'), page.headers.get('content-encoding')]).toEqual([
      ...[200, 'text/html; charset=utf-8', 'gzip'],
    ]);
    expect(page.headers.get('cache-control')).toBe('public, max-age=300');
    const assets = [...(await page.text()).matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(assets.map(path => path.replace(/[0-9a-f]{16}/, '…'))).toEqual([
      ...['/docs/assets/…-site.css', '/docs/assets/…-scalar.js', '/docs/assets/…-reference.js'],
    ]);
    for (const path of assets) {
      const { status, headers } = await get(path);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  it('allows scripts of this service only, and in pages made from Markdown nothing inline', async () => {
    const policy = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? '';
    const [reference, guide] = [await policy('/docs'), await policy('/docs/guides/errors')];
    for (const one of [reference, guide]) {
      expect(one).toContain("default-src 'none'");
      expect(one).toContain("frame-ancestors 'none'");
      expect(one).not.toMatch(/unsafe-eval|https?:/);
    }
    expect(reference).toContain("script-src 'self';");
    expect(reference).toContain("connect-src 'self';");
    expect(guide).toContain("script-src 'self';");
    expect(guide).not.toMatch(/unsafe-inline|connect-src/);
  });

  it('says which pages are in Romanian, and links both languages', async () => {
    const [romanian, english] = await Promise.all(
      ['/docs/guides/closing-a-month.ro', '/docs/guides/closing-a-month'].map(async path => (await get(path)).text()),
    );
    expect(romanian).toContain('<main class="text" lang="ro"><h1 id="închiderea-unei-luni">');
    expect(romanian).toContain('<a href="/docs/guides/closing-a-month">English</a>');
    expect(english).toContain('<main class="text"><h1 id="closing-a-month">');
    expect(english).toContain('<a href="/docs/guides/closing-a-month.ro">În română</a>');
  });

  it('has no other paths and methods', async () => {
    for (const [method, path] of [
      ['GET', '/docs/nothing'],
      ['GET', '/docs/'],
      ['GET', '/docs/__proto__'],
      ['GET', '/docsite'],
    ] as const)
      expect([path, (await get(path, method)).status]).toEqual([path, 404]);
    const posted = await get('/docs', 'POST');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('has the same bytes each time, and its largest file fits into a response of Lambda', () => {
    const site = docsSite();
    expect(docsSite()).toEqual(site);
    const sizes = Object.values(site).map(({ body }) => body.length);
    expect(Math.max(...sizes)).toBeLessThan(3_000_000);
    const scalar = Object.entries(site).find(([path]) => path.endsWith('-scalar.js'))?.[1].body ?? '';
    expect(gunzipSync(Buffer.from(scalar, 'base64')).toString()).toContain('createApiReference');
  });
});
