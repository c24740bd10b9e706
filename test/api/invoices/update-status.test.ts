import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { InvoiceStatus } from '#shared/model/invoice.ts';
import { updateStatusCalls, line } from './update-status-calls.ts';

const { service, scope, put, draft, issued, detailOf, file, become, changed, refused, rejected } = updateStatusCalls();

describe('the status decides (INV-29, INV-30)', () => {
  it.each<[InvoiceStatus, object]>([
    ['issued', { issuedAt: expect.any(String) }],
    ['sent_to_provider', { uploadedAt: '2026-01-02T03:04:05Z' }],
    ['validated', { validatedAt: '2026-01-02T03:04:05Z' }],
    ['cancelled', { cancelledAt: '2026-01-02T03:04:05Z' }],
  ])('%s: 409 with the status, a reason and its timestamp, before the body is validated', async (status, stamp) => {
    const { id } = await issued();
    const [name] = Object.keys(stamp);
    const field = name === 'uploadedAt' ? 'submittedAt' : name;
    await become(id, { status, ...(status !== 'issued' && { [field ?? '']: '2026-01-02T03:04:05.000Z' }) });
    for (const body of [{ notes: 'x' }, { lines: [] }]) {
      const answer = await put(id, body);
      expect([answer.status, answer.body.error]).toMatchObject([
        409,
        { code: 'conflict', details: { status, reason: 'not_editable', ...stamp } },
      ]);
    }
  });

  it('received from the authority: 409', async () => {
    const { id } = await draft();
    await become(id, { status: 'synced', direction: 'incoming' });
    expect((await refused(id, { notes: 'x' }))[0]).toBe(409);
  });

  it.each(['rejected', 'error'] as const)(
    '%s: can be corrected, except for its buyer; number and status stay, XML and PDF are generated again',
    async status => {
      const before = await rejected();
      await become(before.id, { status });
      const other = await service().newClient(scope, { name: `Corectat ${status} SRL`, cui: `RO88${before.number.slice(-3)}` });
      expect((await refused(before.id, { clientId: other.id }))[0]).toBe(422);
      const after = await changed(before.id, { documentSeriesId: randomUUID(), notes: 'corectată' });
      expect(after).toMatchObject({ status, number: before.number, xmlGenerated: true, pdfGenerated: true });
      expect(after.xmlPath).not.toBe(before.xmlPath);
      const xml = await file(before.id, 'xml');
      expect(xml.body.toString()).not.toContain(`Corectat ${status} SRL`);
      expect(xml.body.toString()).toContain('corectată');
    },
  );
});

describe('errors of a change', () => {
  it('404 for an invoice, client, series, VAT rate, product or parent that the company does not have', async () => {
    const { id } = await draft();
    const unknown = randomUUID();
    expect((await refused(unknown, { notes: 'x' }))[0]).toBe(404);
    for (const body of [
      { clientId: unknown },
      { documentSeriesId: unknown },
      { parentDocumentId: unknown },
      { lines: [line({ vatRateId: unknown })] },
      { lines: [line({ productId: unknown })] },
    ]) {
      expect((await refused(id, body)).slice(0, 2), JSON.stringify(body)).toEqual([404, 'not_found']);
    }
  });

  it('400 for empty lines', async () => {
    const { id } = await draft();
    expect(await refused(id, { lines: [] })).toEqual([400, 'bad_request', ['lines']]);
  });

  it.each<[string, object, string[]]>([
    ['a future issue date', { issueDate: '2099-01-01' }, ['issueDate', 'dueDate']],
    ['a due date before the issue date', { dueDate: '2020-01-01' }, ['dueDate']],
    ['a quantity of 0', { lines: [line({ quantity: 0 })] }, ['lines.0.quantity']],
  ])('422 for %s, and nothing changes', async (_, body, fields) => {
    const before = await draft();
    expect(await refused(before.id, body)).toEqual([422, 'validation_error', fields]);
    const after = await detailOf(before.id);
    expect([after.updatedAt, after.events.length, after.total]).toEqual([before.updatedAt, 1, before.total]);
  });

  it('an issue date before an existing due date is reported', async () => {
    const { id } = await draft({ issueDate: '2026-01-10', dueDate: '2026-01-20' });
    expect(await refused(id, { issueDate: '2026-01-21' })).toEqual([422, 'validation_error', ['dueDate']]);
    expect(await changed(id, { issueDate: '2026-01-21', dueDate: '2026-01-21' })).toMatchObject({ issueDate: '2026-01-21' });
  });
});
