import { describe, expect, it } from 'vitest';
import { useOwnService, useService } from '../../support/service.ts';
import { refusal } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

/** In the long run tests turn the clock. */
const service = DEPTH ? useOwnService() : useService();
const { act, become, credited, detailOf, creditNoteOf } = useTrader({ service, connected: true, lasting: true });

const taxauth = (settings: object) => service().api('PUT', '/_local/taxauth', { body: settings });

describe('a credit note at the authority', () => {
  it('is uploaded with standard CN', async () => {
    const { note } = await credited();
    await act(note.id, 'issue');
    const submitted = await act(note.id, 'submit');
    expect(submitted.body).toMatchObject({
      ...{ status: 'uploaded', taxauthStatus: 'uploaded', taxauthUploadIndex: expect.any(Number) },
      uploadedAt: expect.stringMatching(/Z$/),
    });
    const { body } = await service().api('GET', '/_local/taxauth/received');
    const { uploads } = body as { uploads: { number: string; standard: string; index: number }[] };
    const { number, taxauthUploadIndex: index } = submitted.body;
    expect(uploads.filter(upload => String(upload.index) === String(index))).toMatchObject([{ number, standard: 'CN' }]);
  });

  it('is not submitted as a draft, twice, or once it is cancelled: 409', async () => {
    const { note } = await credited();
    for (const [status, reason] of [
      ['draft', 'not_issued'],
      ['uploaded', 'already_submitted'],
      ['cancelled', 'cancelled'],
    ] as const) {
      await become(note.id, { status });
      expect(refusal(await act(note.id, 'submit'))).toMatchObject([409, 'conflict', { status, reason }]);
    }
  });

  it.runIf(DEPTH)('is validated by the poll', async () => {
    const { invoice, note } = await credited();
    await act(note.id, 'issue');
    await act(note.id, 'submit');
    await service().advance('PT30M');
    expect(await creditNoteOf(note.id)).toMatchObject({
      status: 'validated',
      validatedAt: expect.stringMatching(/Z$/),
      taxauthValidationErrors: null,
    });
    expect(await detailOf(invoice.id)).toMatchObject({ balance: 60.5, creditNotes: [{ status: 'validated' }] });
  });

  it.runIf(DEPTH)(
    "a rejection makes it `error`, not `rejected`, with the authority's errors; it can be submitted again",
    async () => {
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
    },
  );
});
