import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { refusal } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

const service = useService();
const { act, become, credited } = useTrader({ service, connected: true, lasting: true });

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

  it.each([
    ['draft', 'not_issued'],
    ['uploaded', 'already_submitted'],
    ['validated', 'already_submitted'],
    ['cancelled', 'cancelled'],
  ] as const)('submit of one that is %s: 409 %s', async (status, reason) => {
    const { note } = await credited();
    await become(note.id, { status });
    expect(refusal(await act(note.id, 'submit'))).toMatchObject([409, 'conflict', { status, reason }]);
  });
});
