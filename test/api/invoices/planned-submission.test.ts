import { describe, expect, it } from 'vitest';
import { plannedSubmissionCalls } from './planned-submission-calls.ts';

const { service, trader, received, statusOf } = plannedSubmissionCalls();

describe('automatic submission, some hours after the issue (efacturaDelayHours)', () => {
  it('is done at its time, once, as by a user, and not before', async () => {
    const before = await received();
    const { id } = await trader.issued();
    await service().advance('PT1H54M');
    expect(await statusOf(id)).toBe('issued');
    await service().advance('PT12M');
    expect(['sent_to_provider', 'validated']).toContain(await statusOf(id));
    const detail = await trader.detailOf(id);
    const submitted = detail.events.filter(({ type }) => type === 'taxauth_submitted');
    expect(submitted).toMatchObject([{ user: { id: null, name: 'System' } }]);
    await service().advance('PT5H');
    expect(await statusOf(id)).toBe('validated');
    expect(await received()).toBe(before + 1);
  });
});
