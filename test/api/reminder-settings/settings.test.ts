import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { refusedFields } from '../../support/refusals.ts';
import { type ReminderSettings, reminderCalls } from '../../support/reminders/calls.ts';
import { newScopes } from '../../support/records.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();
const { change } = reminderCalls(service);

const DEFAULTS: ReminderSettings = {
  enabled: false,
  offsets: [-3, 0, 7, 14, 30],
  sendTime: '09:00',
  attachPdf: true,
  minBalance: 0.01,
  language: null,
  templates: {},
  excludedClientIds: [],
  internalNotices: true,
};

const newScope = newScopes(service);
const read = async (scope: Scope): Promise<ReminderSettings> =>
  (await call<ReminderSettings>(service(), scope, 'GET', '/reminder-settings')).body;

let unchanged: Promise<Scope> | undefined;
/** A company whose settings are never changed. */
const untouched = (): Promise<Scope> => (unchanged ??= newScope());

describe('Reminder settings (OUT-85 to OUT-87)', () => {
  it('have defaults in a new company', async () => {
    expect(await read(await untouched())).toEqual(DEFAULTS);
  });

  it('a change sets the given fields; null sets the default', async () => {
    const scope = await newScope();
    const first = await change(scope, { enabled: true, offsets: [14, -1], minBalance: '50', language: 'en' });
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ ...DEFAULTS, enabled: true, offsets: [-1, 14], minBalance: 50, language: 'en' });
    const templates = { final_notice: { subject: ' Ultima ', body: null }, overdue_reminder: null };
    const second = await change(scope, { offsets: null, language: null, sendTime: '07:45', templates, internalNotices: false });
    expect(second.body).toEqual({
      ...DEFAULTS,
      ...{ enabled: true, minBalance: 50, sendTime: '07:45', internalNotices: false },
      templates: { final_notice: { subject: 'Ultima', body: null } },
    });
    expect(await read(scope)).toEqual(second.body);
    expect((await change(scope, {})).body).toEqual(second.body);
    expect((await change(scope, { templates: {} })).body.templates).toEqual({});
  });

  it.each<[string, object, string]>([
    ['a day above the maximum', { offsets: [0, 181] }, 'offsets.1'],
    ['an unknown client', { excludedClientIds: [randomUUID()] }, 'excludedClientIds.0'],
  ])('%s: 422 with the field', async (_, body, field) => {
    const scope = await untouched();
    expect(refusedFields(await change(scope, body))).toEqual([422, 'validation_error', [field]]);
    expect(await read(scope)).toEqual(DEFAULTS);
  });

  it('accept the limits themselves', async () => {
    const body = { offsets: [-30, 180], sendTime: '23:59', minBalance: 0.01 };
    expect((await change(await newScope(), body)).body).toEqual({ ...DEFAULTS, ...body });
  });

  it('excluded are clients of the company, each once; clients that were deleted since may stay', async () => {
    const [scope, other] = [await newScope(), await newScope()];
    const [{ id }, foreign] = [await service().newClient(scope), await service().newClient(other)];
    expect(refusedFields(await change(scope, { excludedClientIds: [id, foreign.id] }))).toEqual([
      422,
      'validation_error',
      ['excludedClientIds.1'],
    ]);
    expect((await change(scope, { excludedClientIds: [id, id] })).body.excludedClientIds).toEqual([id]);
    expect((await call(service(), scope, 'DELETE', `/clients/${id}`)).status).toBe(204);
    expect((await change(scope, { excludedClientIds: [id], enabled: true })).status).toBe(200);
    await change(scope, { excludedClientIds: [] });
    expect(refusedFields(await change(scope, { excludedClientIds: [id] }))).toEqual([
      422,
      'validation_error',
      ['excludedClientIds.0'],
    ]);
  });

  it('simultaneous changes are all saved', async () => {
    const scope = await newScope();
    const bodies = [{ offsets: [1] }, { minBalance: 7 }, { language: 'en' }, { sendTime: '10:10' }, { attachPdf: false }];
    const answers = await Promise.all(bodies.map(body => change(scope, body)));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect(await read(scope)).toEqual({ ...DEFAULTS, ...Object.assign({}, ...bodies) });
  });
});
