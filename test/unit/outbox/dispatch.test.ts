import { describe, expect, test } from 'vitest';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { DISPATCHED_KINDS, dispatchesOf, publish } from '#shared/app/outbox/dispatch.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';

const mail = { pk: 'U#1', sk: 'MAIL#2', kind: 'mail', data: { state: 'pending', request: { template: 'welcome' } } };

describe('work that committed changes start', () => {
  test('a requested mail is queued for the email worker, by its key alone', () => {
    expect(dispatchesOf({ before: undefined, after: mail })).toEqual([{ queue: 'email', body: { pk: 'U#1', sk: 'MAIL#2' } }]);
  });

  test('a notice that nobody waits for is in another queue, which names its worker', () => {
    for (const template of ['due-invoices', 'authority-warning']) {
      const notice = { ...mail, data: { state: 'pending', request: { template } } };
      expect(dispatchesOf({ before: undefined, after: notice })).toEqual([
        { queue: 'unhurried', body: { worker: 'send-notice-email', body: { pk: 'U#1', sk: 'MAIL#2' } } },
      ]);
    }
  });

  test('its delivery status and its expiry start nothing', () => {
    expect(dispatchesOf({ before: mail, after: { ...mail, data: { ...mail.data, state: 'sent' } } })).toEqual([]);
    expect(dispatchesOf({ before: mail, after: undefined })).toEqual([]);
  });

  test('the entries of an issue have its files made, and no others', () => {
    const entry = { pk: 'C#1', sk: 'INV#2#E#3', kind: 'event', row: { kind: 'invoice', id: '2' } };
    const after = { ...entry, data: [{ type: 'status_change' }, { type: 'xml_generated' }, { type: 'pdf_generated' }] };
    expect(dispatchesOf({ before: undefined, after })).toEqual([
      { render: { companyId: '1', kind: 'invoice', id: '2', asNamed: true } },
    ]);
    expect(dispatchesOf({ before: after, after })).toEqual([]);
    for (const type of ['pdf_generated', 'status_change', 'created'])
      expect(dispatchesOf({ before: undefined, after: { ...entry, data: [{ type }] } })).toEqual([]);
  });

  test('an event of webhooks is queued when it waits for publication', () => {
    const entry = { pk: 'C#1', sk: 'INV#2#E#3', kind: 'event', data: [{ type: 'created', timestamp: '2026' }] };
    const after = { ...entry, webhooks: [{ type: 'invoice.created', data: '{}' }] };
    expect(dispatchesOf({ before: undefined, after })).toEqual([]);
    expect(dispatchesOf({ before: undefined, after: { ...after, duePk: 'OUTBOX#1' } })).toEqual([
      expect.objectContaining({
        queue: 'webhook-events',
        body: expect.objectContaining({ companyId: '1', waiting: entry.sk }) as object,
      }),
    ]);
  });

  test('kinds without a consumer start nothing', () => {
    expect(dispatchesOf({ before: undefined, after: { ...mail, kind: 'account' } })).toEqual([]);
    expect(DISPATCHED_KINDS).toContain('mail');
  });
});

test('a change that its route cannot read is given up, with its key in the log: the changes after it in the stream do not wait', async () => {
  const unreadable = { before: undefined, after: { pk: 'C#1', sk: 'EXPORT#2', kind: 'export' } };
  expect(() => dispatchesOf(unreadable)).toThrow();
  const lines: Record<string, unknown>[] = [];
  setLogSink(line => void lines.push(JSON.parse(line) as Record<string, unknown>));
  await publish(unreadable);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'ERROR',
      message: 'Change given up: its route fails',
      kind: 'export',
      pk: 'C#1',
      sk: 'EXPORT#2',
    }),
  ]);
  // It raises the alarm `incidents`.
  expect(metricsOf('workers', lines)).toEqual({ incidents: [1] });
});

test('a renderer that cannot be invoked is logged, and does not stop the stream', async () => {
  const data = [{ type: 'xml_generated' }];
  const after = { pk: 'C#1', sk: 'INV#2#E#3', kind: 'event', row: { kind: 'invoice', id: '2' }, data };
  const lines: Record<string, unknown>[] = [];
  setLogSink(line => void lines.push(JSON.parse(line) as Record<string, unknown>));
  // Without the name of the renderer's function.
  await publish({ before: undefined, after });
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 'WARN', message: expect.stringContaining('Renderer not invoked') as string }),
  );
});
