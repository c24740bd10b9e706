import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { handler as update } from '../../../functions/reminder-settings/update.ts';
import { refusedRequest } from '../../support/refused/request.ts';

/** Errors of PUT /reminder-settings by the body alone (OUT-85 to OUT-87). */

describe('PUT /reminder-settings', () => {
  it.each<[string, object, string]>([
    ['a day before the minimum', { offsets: [-31] }, 'offsets.0'],
    ['a day after the maximum', { offsets: [0, 181] }, 'offsets.1'],
    ['half a day', { offsets: [0.5] }, 'offsets.0'],
    ['a day twice', { offsets: [3, 3] }, 'offsets'],
    ['eleven days', { offsets: Array.from({ length: 11 }, (_, day) => day) }, 'offsets'],
    ['no time', { sendTime: '24:00' }, 'sendTime'],
    ['a time without its zero', { sendTime: '9:00' }, 'sendTime'],
    ['an amount of 0', { minBalance: 0 }, 'minBalance'],
    ['an amount with three decimals', { minBalance: '1.005' }, 'minBalance'],
    ['a language without mails', { language: 'de' }, 'language'],
    ['a long subject', { templates: { final_notice: { subject: 'x'.repeat(256) } } }, 'templates.final_notice.subject'],
    ['a long text', { templates: { payment_reminder: { body: 'x'.repeat(20_001) } } }, 'templates.payment_reminder.body'],
    ['no id', { excludedClientIds: ['x'] }, 'excludedClientIds.0'],
    ['too many clients', { excludedClientIds: Array.from({ length: 1_001 }, () => randomUUID()) }, 'excludedClientIds'],
    ['a word for a switch', { enabled: 'yes' }, 'enabled'],
  ])('%s: 422 with the field', async (_, body, field) => {
    expect(await refusedRequest(update, { body })).toEqual({
      ...{ status: 422, code: 'validation_error', details: { [field]: [expect.any(String)] } },
    });
  });

  it('accepts a body at the limits', async () => {
    const body = { offsets: [-30, 180], sendTime: '23:59', minBalance: 0.01 };
    expect(await refusedRequest(update, { body })).toBeUndefined();
  });
});
