import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { CreditNote, InvoiceList } from '../../support/contract.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

/** Deadlines at the tax authority (EIN-60 to EIN-62). The clock begins on Monday, 2027-04-26; Friday and the Monday after are holidays. */

const service = useOwnService();
beforeAll(() => service().runtime.clock.set('2027-04-26T08:00:00Z'));
const { request, draft, issued, creditIssued, become, detailOf, act } = useTrader({ service, lasting: true });

const deadlineOf = ({ taxauthDeadline, taxauthLate }: { taxauthDeadline: string | null; taxauthLate: boolean }) => [
  taxauthDeadline,
  taxauthLate,
];
const ABROAD = {
  ...{ clientId: null, receiverName: 'Werk GmbH', receiverCif: 'DE136695976', receiverCountry: 'DE' },
  ...{ receiverAddress: 'Hauptstr. 1', receiverCity: 'Berlin' },
};

describe('the deadline of a document', () => {
  it('is shown once it is issued, in every answer, and gone when it is cancelled', async () => {
    const open = await draft({ issueDate: '2027-04-26' });
    expect(deadlineOf(open)).toEqual([null, false]);
    const { body: invoice } = await act(open.id, 'issue');
    expect(deadlineOf(invoice)).toEqual(['2027-05-05', false]);
    expect(deadlineOf(await detailOf(open.id))).toEqual(['2027-05-05', false]);
    const { body: note } = await request<CreditNote>('GET', `/invoices/${(await creditIssued(invoice)).uuid}`);
    expect(deadlineOf(note)).toEqual(['2027-05-05', false]);
    const other = await issued({ issueDate: '2027-04-26' });
    expect((await act(other.id, 'cancel', { reason: 'Client greșit ales' })).status).toBe(200);
    expect(deadlineOf(await detailOf(other.id))).toEqual([null, false]);
  });

  it('is none for a client abroad without a Romanian tax number', async () => {
    expect((await draft(ABROAD)).taxauthDeadline).toBeNull();
  });

  it('passes at the end of its day in Romania, for what is not at the authority', async () => {
    const [open, refused, sent] = await Promise.all([issued(), issued(), issued()]);
    await become(refused.id, { status: 'rejected', taxauthStatus: 'rejected' });
    await become(sent.id, { status: 'validated', taxauthStatus: 'validated' });
    const late = () => Promise.all([open, refused, sent].map(async ({ id }) => (await detailOf(id)).taxauthLate));
    await service().advance('P9DT12H');
    expect(await late()).toEqual([false, false, false]);
    await service().advance('PT2H');
    expect(await late()).toEqual([true, true, false]);
  });
});

describe('an issue after the deadline, or close to it', () => {
  it('is done, with a warning that names the day', async () => {
    const day = today();
    const old = await draft({ issueDate: addDays(day, -30) });
    const { status, body } = await act(old.id, 'issue');
    expect([status, body.status, body.taxauthLate]).toEqual([200, 'issued', true]);
    expect(body.warnings).toContain(
      `issueDate: the document had to be sent to the tax authority by ${body.taxauthDeadline}; it is late: submit it now.`,
    );
    const { body: found } = await request<InvoiceList>('GET', '/invoices?taxauthLate=true&limit=100');
    expect(found.data.map(({ id }) => id)).toContain(old.id);
    expect(found.data.every(({ taxauthLate, status: kept }) => taxauthLate && kept !== 'validated')).toBe(true);
    const { body: before } = await request<InvoiceList>('GET', `/invoices?taxauthDeadlineBefore=${addDays(day, -20)}`);
    expect(before.data.map(({ id }) => id)).toEqual([old.id]);
  });
});
