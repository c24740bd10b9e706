import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { DEPTH } from '../../support/effort.ts';
import { newEmail } from '../../support/accounts.ts';
import { call } from '../../support/invoices.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

const service = useOwnService();
const PERSON = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null };

const trader = useTrader({ service, lasting: true });
const { scope, act, detailOf, newTrader } = trader;
const { enable, change, run, turnTo, reminders, offsets } = reminderCalls(service);

/** An invoice to a client with an address of its own, due in so many days. */
async function owed({ dueIn, ...overrides }: { dueIn: number; [field: string]: unknown }) {
  const email = newEmail();
  const client = await service().newClient(scope, { ...PERSON, name: email, email });
  const invoice = await trader.inForce({ clientId: client.id, dueDate: addDays(today(), dueIn), ...overrides });
  return { id: invoice.id, number: invoice.number, clientId: client.id, email, dueDate: addDays(today(), dueIn) };
}

beforeAll(() => void service().runtime.clock.freeze(true));

describe('Automatic reminders (OUT-87 to OUT-90)', () => {
  it('one mail for each offset, however often the job runs; type, record and timeline are right', async () => {
    await enable(scope, { offsets: [-3, 0, 7, 14] });
    const { id, number, email, dueDate } = await owed({ dueIn: 5 });
    for (const offset of [-3, 0, 7, 14]) {
      await turnTo(addDays(dueDate, offset), '08:59');
      const before = await reminders(scope, id);
      await turnTo(addDays(dueDate, offset), '09:00');
      await run(3);
      expect(await reminders(scope, id)).toHaveLength(before.length + 1);
    }
    const types = ['payment_reminder', 'payment_reminder', 'overdue_reminder', 'final_notice'];
    const records = await reminders(scope, id);
    expect(records).toMatchObject(
      [-3, 0, 7, 14].map((offsetDays, place) => ({
        to: email,
        deliveryStatus: 'delivered',
        sentBy: { id: null, name: 'System', email: null },
        metadata: { automatic: true, reminderType: types[place], offsetDays },
        attachments: [],
      })),
    );
    const { events } = await detailOf(id);
    expect(events.filter(({ type }) => type === 'email_sent')).toMatchObject(
      records.toReversed().map(({ subject }) => ({ user: null, metadata: { to: email, subject, attachments: [] } })),
    );
    const mails = (await service().mailbox(email)).toReversed();
    expect(mails.map(({ subject }) => subject.slice(0, 16))).toEqual([
      'Reamintire: fact',
      'Reamintire: fact',
      `Factura ${number} de`.slice(0, 16),
      'Ultima notificar',
    ]);
    // The button leads to the invoice.
    expect(mails[0]?.text).toMatch(/Vezi factura online:\nhttps?:/);
  });

  it.runIf(DEPTH)(
    'stops with the payment, the cancellation, the switch of the invoice, and the exclusion of the client',
    async () => {
      await enable(scope, { offsets: [1] });
      const [paid, cancelled, off, excluded, credited, open] = await Promise.all(
        Array.from({ length: 6 }, () => owed({ dueIn: 3 })),
      );
      if (!paid || !cancelled || !off || !excluded || !credited || !open) throw new Error('Six invoices.');
      await act(paid.id, 'payments', { amount: 121, paymentDate: today() });
      await act(cancelled.id, 'cancel', { reason: 'Comandată de două ori' });
      await trader.put(off.id, { remindersDisabled: true });
      await change(scope, { excludedClientIds: [excluded.clientId] });
      await trader.creditDraft({ id: credited.id }, { clientId: credited.clientId });
      await turnTo(addDays(open.dueDate, 1), '09:00');
      expect(await offsets(scope, open.id)).toEqual([1]);
      for (const { id } of [paid, cancelled, off, excluded, credited]) expect(await offsets(scope, id)).toEqual([]);
      await change(scope, { excludedClientIds: [] });
    },
  );

  it.runIf(DEPTH)('a negative invoice that reverses an invoice stops its reminders; a suppressed address gets none', async () => {
    await enable(scope, { offsets: [2] });
    const [reversed, bounced] = [await owed({ dueIn: 1 }), await owed({ dueIn: 1 })];
    const lines = [{ description: 'Storno', quantity: -1, unitPrice: 100, vatRate: 21 }];
    await trader.issued({ clientId: reversed.clientId, parentDocumentId: reversed.id, lines });
    const sent = await call<{ emailId: string }>(service(), scope, 'POST', `/invoices/${bounced.id}/email`, {
      to: bounced.email,
      attachPdf: false,
    });
    expect(sent.status).toBe(200);
    await service().idle();
    const [mail] = await service().mailbox(bounced.email);
    const event = { messageId: mail?.messageId, type: 'bounce', bounceType: 'Permanent', reason: 'user unknown' };
    await service().api('POST', '/_local/ses-events', { body: event });
    await service().idle();
    await turnTo(addDays(reversed.dueDate, 2), '09:00');
    expect(await offsets(scope, reversed.id)).toEqual([]);
    expect(await offsets(scope, bounced.id)).toEqual([]);
  });

  it.runIf(DEPTH)(
    'language and text: the company’s, else the document’s; the PDF is attached where the settings say so',
    async () => {
      const templates = { payment_reminder: { subject: 'Plata [[invoice_number]]', body: 'Datorați **[[balance]]**.' } };
      const own = await newTrader();
      const client = await service().newClient(own.scope, { cui: 'RO90000001', email: newEmail() });
      const dueDate = addDays(today(), 2);
      const penalties = { penaltyEnabled: true, penaltyPercentPerDay: 0.1, penaltyGraceDays: 5 };
      const { id } = await own.issued({ clientId: client.id, dueDate, language: 'en', ...penalties });
      await enable(own.scope, { offsets: [0, 5, 9], templates, attachPdf: true });
      await turnTo(dueDate, '09:00');
      await change(own.scope, { templates: null });
      await turnTo(addDays(dueDate, 5), '09:00');
      await change(own.scope, { language: 'ro', attachPdf: false });
      await turnTo(addDays(dueDate, 9), '09:00');
      const mails = (await service().mailbox(String(client.email))).toReversed();
      const { number } = await own.detailOf(id);
      expect(mails.map(({ subject }) => subject)).toEqual([
        `Plata ${number}`,
        expect.stringMatching(`^Invoice ${number} from .* was due on`),
        expect.stringMatching(`^Ultima notificare: factura ${number}`),
      ]);
      expect(mails[0]?.text).toContain('Datorați 121.00 RON.');
      expect(mails.map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual([
        [`${number}.pdf`],
        [`${number}.pdf`],
        [],
      ]);
      expect(mails[1]?.text).toContain('penalties for late payment are calculated at 0.1% per day, starting 5 days after');
      expect(mails[2]?.text).toContain('se calculează penalități de 0,1% pe zi, după 5 zile de la scadență');
      // They get no invoices.
      expect((await own.detailOf(id)).balance).toBe(121);
    },
  );
});

it('a reminder is copied to the recipients that the company copies on all mails, but not to its own recipient', async () => {
  const { scope, inForce } = await newTrader();
  const email = newEmail();
  const client = await service().newClient(scope, { cui: null, vatCode: null, name: email, email });
  const body = { emailCc: `${email}, arhiva@copies.example`, emailBcc: 'contabil@copies.example' };
  const changed = await service().api('PATCH', `/api/v1/companies/${scope.company}`, { token: scope.token, body });
  expect(changed.status).toBe(200);
  await enable(scope, { offsets: [1] });
  await inForce({ clientId: client.id, dueDate: addDays(today(), 1) });
  await turnTo(addDays(today(), 2), '09:00');
  expect(await service().mailbox(email)).toMatchObject([
    { to: [email], cc: ['arhiva@copies.example'], bcc: ['contabil@copies.example'] },
  ]);
});
