import { join } from 'node:path';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { lostNumbers, raiseNumber } from '../../restore/numbers.ts';
import { settle, toSettle } from '../../restore/settle/settle.ts';
import type { Kind } from '../../restore/settle/settled.ts';
import { loadCatalogue } from '../../catalogue.ts';
import { runDemo } from '../demo/demo.ts';
import { INVOICE } from '../demo/journey.ts';
import type { Runtime } from '../runtime.ts';
import { exportItems, importItems, type Item } from './items.ts';
import { asDemo, copyRemaining, type DemoUser, running, type Sent, sentBy } from './systems.ts';

/**
 * What happens between the restored second and the pause of the stage: mails, a reminder, a planned submission, a recurring invoice and webhooks
 * that the restored table does not know of. After `restore --settle`, nothing of it may happen again, and what was not done yet must still be.
 */

const advance = (runtime: Runtime, by: string): Promise<unknown> => runtime.turn({ advance: by }, () => runtime.idle(60_000));

interface Named {
  id: string;
  number: string;
}

interface Arranged {
  /** Issued, to be submitted in two hours, and to be reminded of tomorrow. */
  planned: Named;
  /** Issued for the second template. */
  template: string;
}

/** Work of each kind that will be due within the next two days. */
async function arrange({ call, post, get, clientId, companyId }: DemoUser, runtime: Runtime): Promise<Arranged> {
  await call('POST', '/api/v1/webhooks', { url: `${runtime.url}/_local/webhooks/drill`, events: ['*'] });
  // Its deliveries fail, and wait for their next attempts.
  await call('POST', '/api/v1/webhooks', {
    url: `${runtime.url}/_local/webhooks/failing?status=500`,
    events: ['invoice.issued'],
  });
  await call('PUT', '/api/v1/reminder-settings', { enabled: true, offsets: [1], sendTime: '09:00', attachPdf: false });
  await call('PATCH', `/api/v1/companies/${companyId}`, { efacturaDelayHours: 2 });
  const body = { ...INVOICE, issueDate: today(), dueDate: today(), clientId, idempotencyKey: 'drill-planned' };
  const { invoice } = (await post('/invoices', body)) as { invoice: Named };
  const planned = (await post(`/invoices/${invoice.id}/issue`)) as Named;
  await call('PATCH', `/api/v1/companies/${companyId}`, { efacturaDelayHours: null });
  const [series, rates] = (await Promise.all([get('/document-series'), get('/vat-rates')])) as [
    { id: string; type: string }[],
    { id: string; rate: number }[],
  ];
  const template = (nextIssuanceDate: string, more: object) =>
    post('/recurring-invoices', {
      ...{ clientId, seriesId: series.find(({ type }) => type === 'invoice')?.id, documentType: 'invoice', currency: 'RON' },
      ...{ invoiceTypeCode: '380', frequency: 'monthly', frequencyDay: Number(nextIssuanceDate.slice(8)), nextIssuanceDate },
      ...{ dueDateType: 'relative', dueDateDays: 15 },
      lines: [{ description: 'Abonament', quantity: 1, unitPrice: 100, vatRateId: rates.find(({ rate }) => rate === 21)?.id }],
      ...more,
    }) as Promise<{ id: string }>;
  // Its document has a mail scheduled for tomorrow.
  const mailed = { autoEmailEnabled: true, autoEmailTime: '10:00', autoEmailDayOffset: 1 };
  const { id: now } = await template(addDays(today(), 20), mailed);
  await post(`/recurring-invoices/${now}/issue-now`);
  const { id } = await template(addDays(today(), 1), {});
  return { planned, template: id };
}

interface Before extends Arranged {
  items: Item[];
  to: string;
  until: string;
  port: number;
  atExport: Sent;
  atPause: Sent;
}

const without = (all: readonly string[], some: readonly string[]): string[] => {
  const left = [...some];
  return all.filter(one => {
    const place = left.indexOf(one);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
};

async function untilPause(dataDir: string, say: (line: string) => void): Promise<Before> {
  return running(dataDir, async runtime => {
    await runDemo({ runtime, dataDir, say: () => {} });
    await runtime.idle();
    const user = await asDemo(runtime, dataDir);
    const arranged = await arrange(user, runtime);
    await runtime.idle();
    // A mail that waits, since the mail service has no room.
    runtime.faults.add({ service: 'ses', kind: 'throttle' });
    await user.call('POST', `/api/v1/invoices/${arranged.planned.id}/email`, { to: 'waiting@drill.example' });
    await runtime.idle();
    const to = instant();
    const [items, atExport] = [await exportItems(runtime.engines.dynamodb.endpoint), await sentBy(runtime)];
    runtime.faults.clear();
    say(`The table is exported: ${items.length} items. The system goes on for two days`);
    await advance(runtime, 'P2D');
    const atPause = await sentBy(runtime);
    const of = (what: keyof Sent): number => atPause[what].length - atExport[what].length;
    say(`It has sent ${of('mails')} mails, ${of('uploads')} documents to the authority and ${of('webhooks')} webhooks since`);
    return { ...arranged, items, to, until: instant(), port: runtime.port, atExport, atPause };
  });
}

/** Thrown in place of a process that dies. */
class Died extends Error {}

/** Settles on a system whose schedules and consumers are off. The first run dies after three items. */
async function settled({ to, until }: Before, say: (line: string) => void): Promise<string[]> {
  const gap = { to, until };
  for (const one of (await lostNumbers(new Date(to))).behind) await raiseNumber(one);
  const started = performance.now();
  const planned = await settle(gap, false, () => {});
  say(`What is to be settled is found in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  let lines = 0;
  await settle(gap, true, () => {
    if (++lines > 3) throw new Died();
  }).catch((error: unknown) => {
    if (!(error instanceof Died)) throw error;
  });
  await settle(gap, true, () => {});
  const left = toSettle(await settle(gap, false, () => {}));
  const counted = Object.entries(planned).filter(([, count]) => count > 0);
  say(`Settled: ${counted.map(([kind, count]) => `${count} ${kind}`).join(', ')}`);
  const expected: Kind[] = [
    'scheduled mails',
    'mails with documents',
    'reminders',
    'daily runs',
    'recurring invoices',
    'planned submissions',
  ];
  return [
    ...expected.filter(kind => planned[kind] === 0).map(kind => `No ${kind} were to be settled.`),
    ...(left === 0 ? [] : [`${left} are to be settled once more.`]),
  ];
}

/** @returns one sentence for each thing that was sent twice, or is lost */
export async function rehearseGap(folder: string, say: (line: string) => void, settles = true): Promise<string[]> {
  const [before, after] = [join(folder, 'gap-before'), join(folder, 'gap-after')];
  say('Another system has mails, a reminder, a submission and a recurring invoice that will be due');
  const original = await untilPause(before, say);
  copyRemaining(before, after);
  await importItems(after, original.items);
  const { port } = original;
  say(`Lost with the table is what was written after ${original.to}, the second of the export`);
  const catalogue = await loadCatalogue();
  // As the setting `paused` of a stage: no schedules, and no consumers of queues and of the stream.
  const background = catalogue.background.filter(({ handler }) => handler.definition.kind === 'task');
  const paused = { port, catalogue: { ...catalogue, background } };
  const problems = settles ? await running(after, () => settled(original, say), paused) : [];
  say('The restored system goes on for two days');
  return running(
    after,
    async runtime => {
      await runtime.idle(60_000);
      await advance(runtime, 'P2D');
      const [sent, { get }] = [await sentBy(runtime), await asDemo(runtime, after)];
      const { atExport, atPause, planned, template } = original;
      const inGap = without(atPause.mails, atExport.mails);
      const twice = sent.uploads.filter((number, place) => sent.uploads.indexOf(number) !== place);
      const { status } = (await get(`/invoices/${planned.id}`)) as { status: string };
      const { nextIssuanceDate, isActive } = (await get(`/recurring-invoices/${template}`)) as Record<string, unknown>;
      const again = sent.webhooks.filter(id => atPause.webhooks.includes(id)).length;
      say(`It has sent ${sent.mails.length} mails; ${again} webhooks came again under their ids`);
      return [
        ...problems,
        ...sent.mails.filter(mail => inGap.includes(mail)).map(mail => `Mailed again: ${mail}`),
        ...twice.map(number => `Sent to the authority again: ${number}`),
        ...(status === 'validated' ? [] : [`${planned.number} is ${status}: its submission was lost.`]),
        ...(isActive && String(nextIssuanceDate) > today() ? [] : [`The template is due on ${String(nextIssuanceDate)}.`]),
      ];
    },
    { port },
  );
}
