import { describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

const service = useOwnService();
const { act, detailOf, credited, creditNoteOf } = useTrader({ service, connected: true, lasting: true });
const taxauth = (settings: object) => service().api('PUT', '/_local/taxauth', { body: settings });

describe('a credit note at the authority', () => {
  it('is uploaded with standard CN, and is validated by the poll', async () => {
    const { invoice, note } = await credited();
    await act(note.id, 'issue');
    const submitted = await act(note.id, 'submit');
    expect(submitted.body).toMatchObject({
      ...{ status: 'uploaded', taxauthStatus: 'uploaded', taxauthUploadIndex: expect.any(Number) },
      uploadedAt: expect.stringMatching(/Z$/),
    });
    const { body } = await service().api('GET', '/_local/taxauth/received');
    const upload = (body as { uploads: { number: string; standard: string; index: number }[] }).uploads.at(-1);
    expect(upload).toMatchObject({ number: submitted.body.number, standard: 'CN', index: submitted.body.taxauthUploadIndex });
    await service().advance('PT30M');
    expect(await creditNoteOf(note.id)).toMatchObject({
      status: 'validated',
      validatedAt: expect.stringMatching(/Z$/),
      taxauthValidationErrors: null,
    });
    expect(await detailOf(invoice.id)).toMatchObject({ balance: 60.5, creditNotes: [{ status: 'validated' }] });
  });

  it("a rejection makes it `error`, not `rejected`, with the authority's errors; it can be submitted again", async () => {
    const { note } = await credited();
    await act(note.id, 'issue');
    await taxauth({ mode: 'reject', errors: ['BR-RO-020: refused'] });
    await act(note.id, 'submit');
    await service().advance('PT30M');
    await taxauth({ mode: 'ok', errors: [] });
    const refused = await creditNoteOf(note.id);
    expect(refused).toMatchObject({
      status: 'error',
      taxauthStatus: 'rejected',
      taxauthValidationErrors: [expect.stringContaining('BR-RO-020')],
    });
    expect(refused.events[0]).toMatchObject({ type: 'taxauth_rejected', status: 'error' });
    expect((await act(note.id, 'submit')).body).toMatchObject({ status: 'uploaded' });
  });
});
