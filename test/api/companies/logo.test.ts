import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hasFile, removeFile } from '#shared/platform/aws/documents-bucket.ts';
import type { Company } from '../../support/contract.ts';
import { FILES, logoForm, redPng } from '../../support/files.ts';
import { issued } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { companiesCalls } from './calls.ts';

const service = useService();
const { newScope, logo } = companiesCalls(service);

const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="#d12"/></svg>',
);
const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffda0008010100003f00d2cf20ffd9',
  'hex',
);

/** One company for all requests that are rejected. */
let known: Promise<Scope> | undefined;

const shown = async (scope: Scope): Promise<string | null> =>
  ((await service().api('GET', `/api/v1/companies/${scope.company}`, scope)).body as Company).logoPath;

const digest = (bytes: unknown): string =>
  createHash('sha256')
    .update(bytes as Uint8Array)
    .digest('hex');

describe('The logo of a company (COM-21 to COM-23)', () => {
  it.each([
    ['PNG', redPng(), 'image/png', 'png'],
    ['JPEG', JPEG, 'image/jpeg', 'jpg'],
    ['SVG', SVG, 'image/svg+xml', 'svg'],
  ])('stores a %s whatever its name is, and returns the same bytes', async (_, bytes, type, extension) => {
    const scope = await newScope();
    const stored = await logo(scope, 'POST', logoForm(bytes, 'logo.exe'));
    expect(stored.status).toBe(200);
    expect(stored.body).toEqual({
      logoPath: expect.stringMatching(new RegExp(`\\.${extension}$`)) as unknown,
      message: 'The logo was stored.',
    });
    expect(await shown(scope)).toBe(stored.body.logoPath);
    const got = await logo(scope, 'GET');
    expect(got.status).toBe(200);
    expect(digest(got.body)).toBe(digest(bytes));
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': type,
      'cache-control': 'private, max-age=86400',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as unknown,
    });
  });

  it('deletes the file once it is replaced or removed, also when the stream was lost or two upload at once', async () => {
    const scope = await newScope();
    const first = await logo(scope, 'POST', logoForm(redPng()));
    const both = await Promise.all([logo(scope, 'POST', logoForm(redPng())), logo(scope, 'POST', logoForm(SVG))]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await service().idle();
    const kept = await shown(scope);
    const paths = [first, ...both].map(({ body }) => body.logoPath);
    for (const path of paths) expect(await hasFile(path)).toBe(path === kept);
    expect(await logo(scope, 'DELETE')).toMatchObject({ status: 200, body: { message: 'The logo was removed.' } });
    expect(await shown(scope)).toBeNull();
    expect((await logo(scope, 'GET')).status).toBe(404);
    expect(await logo(scope, 'DELETE')).toMatchObject({ status: 200, body: { message: 'The company has no logo.' } });
    await service().idle();
    for (const path of paths) expect(await hasFile(path)).toBe(false);
  });

  it.each([
    ['no form', {}, 'Content-Type'],
    ['no file', new FormData(), 'logo'],
    ['an empty file', logoForm(new Uint8Array()), 'empty'],
    ['over 2 MB', logoForm(Buffer.concat([redPng(), Buffer.alloc(2 * 1_048_576)])), 'logo'],
    ['a PDF', logoForm(FILES['a.pdf']?.bytes, 'logo.png'), 'logo'],
    ['an SVG with a script', logoForm(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')), 'logo'],
  ])('rejects %s with 400', async (_, body, said) => {
    const refused = await logo(await (known ??= newScope()), 'POST', body);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(said);
  });

  it('returns 404 when the file is missing', async () => {
    const scope = await newScope();
    const { body } = await logo(scope, 'POST', logoForm(redPng()));
    await removeFile(body.logoPath);
    expect((await logo(scope, 'GET')).status).toBe(404);
  });
});

describe('Where the logo is shown', () => {
  it('in mails with a document, as a part of the mail', async () => {
    const scope = await newScope();
    await logo(scope, 'POST', logoForm(redPng()));
    const { id } = await issued(service(), scope);
    const to = `logo-${scope.company}@client.example`;
    const sent = await service().api('POST', `/api/v1/invoices/${id}/email`, { ...scope, body: { to, attachPdf: false } });
    expect(sent.status).toBeLessThan(300);
    await service().idle();
    const [mail] = await service().mailbox(to);
    expect(mail?.html).toContain('src="cid:logo"');
    expect(mail?.html?.match(/<img[^>]+src="https?:[^"]+"/g)).toEqual([expect.stringContaining('/open.gif')]);
    expect(mail?.attachments.map(one => one.contentType)).toContain('image/png');
  });
});
