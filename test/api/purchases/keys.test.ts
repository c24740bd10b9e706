import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { nextNumber, purchased, sendPurchase } from '../../support/purchases/purchases.ts';
import { useTrader } from '../../support/trader.ts';

/** An `idempotencyKey` that another kind of document has (INV-22, PUR-7). */

const trader = useTrader();

describe('POST /purchases and POST /invoices', () => {
  it('refuses the idempotencyKey of an invoice or a credit note, as they refuse that of a purchase', async () => {
    const refusedFor = async (sent: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await sent;
      return [status, (body as Refusal).error?.details?.['idempotencyKey']];
    };
    const refusal = (is: string, wanted: string) => [
      422,
      [expect.stringMatching(`^belongs to ${is} of .*: send another key for ${wanted}$`)],
    ];
    const [document, entered] = ['an invoice or credit note', 'a purchase'] as const;
    const parent = await trader.issued();
    const ofInvoice = await trader.draft({ idempotencyKey: nextNumber() });
    const ofCredit = await trader.creditDraft(parent, { idempotencyKey: nextNumber() });
    const ofPurchase = await purchased(trader, { idempotencyKey: nextNumber() });
    const [invoice, credit, purchase] = [ofInvoice, ofCredit, ofPurchase].map(one => ({
      idempotencyKey: (one as { idempotencyKey?: string }).idempotencyKey,
    }));
    const invoiced = (key?: object) => trader.post(trader.invoiceBody(key));
    const crediting = (key?: object) => trader.sendCredit(trader.creditBody(parent, key));
    expect(await refusedFor(sendPurchase(trader, invoice))).toEqual(refusal(document, entered));
    expect(await refusedFor(sendPurchase(trader, credit))).toEqual(refusal(document, entered));
    expect(await refusedFor(invoiced(purchase))).toEqual(refusal(entered, document));
    expect(await refusedFor(crediting(purchase))).toEqual(refusal(entered, document));
    expect((await invoiced(invoice)).body.invoice.id).toBe(ofInvoice.id);
    expect((await crediting(credit)).body.id).toBe(ofCredit.id);
    expect((await sendPurchase(trader, purchase)).body.id).toBe(ofPurchase.id);
  });

  it('makes one document of an invoice and a purchase with one idempotencyKey at the same moment, and refuses the other', async () => {
    const idempotencyKey = nextNumber();
    const answers = await Promise.all([
      sendPurchase(trader, { idempotencyKey }),
      trader.post(trader.invoiceBody({ idempotencyKey })),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  });
});
