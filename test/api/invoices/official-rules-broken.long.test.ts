import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { ValidationResult } from '#shared/documents/invoices/validation/result.ts';
import type { Refusal } from '../../support/contract.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

const service = useOwnService();
const { scope, request, act, draft, issued, detailOf } = useTrader({ service, connected: true, lasting: true });

/** A folder of rules that cannot run: it holds none. */
let broken: string;
const rules = (place: string): void => void (process.env['EINVOICE_ARTIFACTS'] = place);
const statusOf = async (id: string): Promise<string> => (await detailOf(id)).status;

beforeAll(() => {
  broken = mkdtempSync(join(tmpdir(), 'rules-'));
});
afterEach(() => rules(''));
afterAll(() => rmSync(broken, { recursive: true }));

describe('While the installed official rules cannot run, no document is valid (fail closed)', () => {
  it('full validation reports it, and issuing is rejected', async () => {
    const { id } = await draft();
    rules(broken);
    const { status, body } = await request<ValidationResult>('POST', `/invoices/${id}/validate?mode=full`);
    expect([status, body]).toMatchObject([200, { valid: false, schematronAvailable: false }]);
    expect(body.errors).toEqual([expect.stringMatching(/^\[SCHEMATRON\] document: .* could not run/)]);
    const refused = await act<Refusal>(id, 'issue');
    expect([refused.status, refused.body.error.details]).toMatchObject([422, { rules: [{ rule: 'SCHEMATRON' }] }]);
  });

  it('a submission by a user: 422, nothing is sent; it succeeds when they run again', async () => {
    const { id } = await issued();
    rules(broken);
    const refused = await act<Refusal>(id, 'submit');
    expect([refused.status, refused.body.error.details]).toMatchObject([422, { rules: [{ rule: 'SCHEMATRON' }] }]);
    expect(await statusOf(id)).toBe('issued');
    rules('');
    expect((await act(id, 'submit')).status).toBe(200);
  });

  it('a planned submission is delayed, and done when they run again; no notice says that it was given up', async () => {
    await request('PATCH', `/companies/${scope.company}`, { efacturaDelayHours: 1 });
    // Due another day: no reminder names the document, whenever the test runs.
    const { id, number } = await issued({ dueDate: addDays(today(), 30) });
    rules(broken);
    await service().advance('PT1H10M');
    expect(await statusOf(id)).toBe('issued');
    rules('');
    for (const wait of ['PT30M', 'PT3H']) await service().advance(wait);
    expect(await statusOf(id)).toBe('validated');
    expect((await service().mailbox()).filter(({ text }) => text?.includes(number))).toEqual([]);
  });
});
