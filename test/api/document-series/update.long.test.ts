import { describe, expect, it } from 'vitest';
import { call, draft } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { documentSeriesCalls } from './calls.ts';

const service = useService();
const { newScope, change, first } = documentSeriesCalls(service);

describe('Document series (REC-51 to REC-62)', () => {
  it('keeps numbers unique while the counter is set by hand between issues', async () => {
    const scope = await newScope();
    const { id } = await first(scope);
    const drafts = await Promise.all(Array.from({ length: 4 }, () => draft(service(), scope)));
    const issues = drafts.map(one => call(service(), scope, 'POST', `/invoices/${one.id}/issue`));
    const settings = [0, 1, 2].map(currentNumber => change(scope, id, { currentNumber }));
    const numbers = (await Promise.all(issues)).map(answer => answer.body.number);
    await Promise.all(settings);
    expect(new Set(numbers).size).toBe(4);
    expect(numbers.every(number => /^FCT-\d{3}$/.test(number))).toBe(true);
  });
});
