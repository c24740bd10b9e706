import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { BackgroundEntry } from '../../../infra/catalogue.ts';
import { today } from '#shared/base/kernel/clock.ts';

/** Well-formed events of the functions outside the HTTP API, about records that do not exist. */

const companyId = randomUUID();
const webhookId = randomUUID();
const record = { companyId, id: randomUUID() };
const mail = { pk: `COMPANY#${companyId}`, sk: `MAIL#${record.id}` };
const submission = { companyId, invoiceId: randomUUID(), submissionId: randomUUID() };
const transport = { companyId, recordId: randomUUID(), messageId: randomUUID() };
const timestamp = '2026-01-01T00:00:00.000Z';

/** Messages of workers, by function; all others take a company and an id. */
const MESSAGES: Record<string, object> = {
  'workers-compact-list': { companyId, kind: 'invoice' },
  'workers-deliver-webhook': { ...record, webhookId },
  'workers-discard-file': { ...mail, storageKey: `companies/${companyId}/attachments/${record.id}` },
  'workers-discard-webhook-deliveries': { companyId, webhookId },
  'workers-note-email-event': {
    eventType: 'Delivery',
    mail: { timestamp, messageId: randomUUID(), tags: {} },
    delivery: { timestamp },
  },
  'workers-publish-webhook-events': { companyId, events: [] },
  'workers-purge-company': { companyId },
  'workers-purge-retained': { companyId },
  'workers-notify-retention': { companyId, day: today() },
  'workers-replay-webhook': { companyId, webhookId, replayId: randomUUID(), after: '0', to: '1' },
  'workers-run-reminders': { companyId, run: 'reminders', day: today() },
  'workers-send-buyer-answer': { companyId, invoiceId: record.id, answerId: randomUUID() },
  'workers-send-document-email': { ...mail, sk: `INVMAIL#${record.id}#${randomUUID()}` },
  'workers-send-email': mail,
  'workers-send-notice-email': mail,
  'workers-audit-sample': { companyId, day: today() },
  'workers-take-anchor': { companyId, day: today() },
};

/** Inputs of tasks, by function. */
const INPUTS: Record<string, object> = {
  'tasks-check-submission': submission,
  'tasks-check-transport-message': transport,
  'tasks-ensure-uploaded': submission,
  'tasks-post-webhook': { url: 'https://receiver.test.invalid/', headers: {}, body: '{}' },
  'tasks-print-page': { page: gzipSync('<!doctype html><title>Page</title>').toString('base64') },
  'tasks-record-failed-upload': { ...submission, failure: 'No answer' },
  'tasks-record-no-answer': submission,
  'tasks-record-transport-failure': { ...transport, failure: 'No answer' },
  'tasks-remind-of-transport': { ...transport, validUntil: today() },
  'tasks-send-transport-message': transport,
  'workers-render-document': { ...record, kind: 'invoice' },
  'workers-run-schematron': { xml: '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>' },
};

/** The event that AWS would invoke a function with. @throws Error for a task without an input here */
export function minimalEvent({ name, handler: { definition } }: BackgroundEntry): object {
  if (definition.kind === 'schedule')
    return { 'detail-type': 'Scheduled Event', source: 'aws.scheduler', time: timestamp, detail: {} };
  if (definition.kind === 'stream') return { Records: [] };
  if (definition.kind === 'worker' || definition.kind === 'rare-worker')
    return { Records: [{ messageId: randomUUID(), body: JSON.stringify(MESSAGES[name] ?? record) }] };
  const input = INPUTS[name];
  if (!input) throw new Error(`There is no input for ${name}: add it to INPUTS.`);
  return input;
}
