import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { EXTENSIONS, LINE_EXTENSIONS } from '../../support/invoice-fields.ts';
import { post } from '../../support/invoices.ts';
import { createCalls, line } from './create-calls.ts';

const { service, scope, body, created } = createCalls();

/** The response's status, code and the fields that `details` names. */
async function refused(overrides: object): Promise<[number, string, string[]]> {
  const answer = await post(service(), scope, body(overrides));
  return [answer.status, answer.body.error?.code, Object.keys(answer.body.error?.details ?? {})];
}

describe('A draft keeps what it was created with (INV-12 to INV-17)', () => {
  it('treats null and empty text in ublExtensions as absent (interface: all optional)', async () => {
    const nothing = (extensions: object): object =>
      Object.fromEntries(Object.entries(extensions).flatMap(([key], place) => [[key, place % 2 === 0 ? null : '']]));
    const charge = { chargeIndicator: false, amount: '1.00', taxCategoryCode: 'S', taxRate: '21' };
    const { invoice } = await created({
      ublExtensions: {
        ...nothing(EXTENSIONS),
        delivery: { actualDeliveryDate: '', deliveryAddress: nothing(EXTENSIONS.delivery.deliveryAddress) },
        allowanceCharges: [{ ...charge, reason: null, reasonCode: '', baseAmount: '', multiplierFactorNumeric: null }],
        additionalDocumentReferences: [{ id: 'A-1', documentTypeCode: null, documentDescription: '' }],
      },
      lines: [line({ ublExtensions: nothing(LINE_EXTENSIONS) })],
    });
    expect(invoice).toMatchObject({ lines: [{ ublExtensions: {} }] });
    expect(invoice['ublExtensions']).toEqual({
      delivery: { deliveryAddress: {} },
      allowanceCharges: [charge],
      additionalDocumentReferences: [{ id: 'A-1' }],
    });
    expect(await refused({ ublExtensions: { allowanceCharges: [{ ...charge, amount: '' }] } })).toEqual([
      400,
      'bad_request',
      ['ublExtensions.allowanceCharges.0.amount'],
    ]);
  });

  it('keeps every category that agrees with its rate, and corrects one that does not (TAX-12)', async () => {
    const cases: [sent: object, rate: number, category: string][] = [
      [{ vatRate: 0 }, 0, 'Z'],
      [{ vatRate: 0, vatCategoryCode: 'S' }, 0, 'Z'],
      [{ vatRate: 0, vatCategoryCode: 'AE' }, 0, 'AE'],
      [{ vatRate: 0, vatCategoryCode: 'E' }, 0, 'E'],
      [{ vatRate: 0, vatCategoryCode: 'K' }, 0, 'K'],
      [{ vatRate: 0, vatCategoryCode: 'G' }, 0, 'G'],
      [{ vatRate: 0, vatCategoryCode: 'O' }, 0, 'O'],
      [{ vatRate: 11, vatCategoryCode: 'Z' }, 11, 'S'],
      [{ vatRate: 21, vatCategoryCode: 'AE' }, 21, 'S'],
      [{ vatRate: undefined, vatCategoryCode: 'AE' }, 0, 'AE'],
      [{ vatRate: undefined, vatCategoryCode: 'S' }, 21, 'S'],
      [{ vatRate: undefined }, 21, 'S'],
      [{ vatRate: null, vatCategoryCode: null }, 21, 'S'],
      [{ vatRate: 7.5 }, 7.5, 'S'],
    ];
    const { invoice } = await created({ lines: cases.map(([sent]) => line(sent)) });
    const lines = invoice['lines'] as { vatRate: number; vatCategoryCode: string }[];
    expect(lines.map(one => [one.vatRate, one.vatCategoryCode])).toEqual(cases.map(([, ...expected]) => expected));
  });

  it('defaults to category O for a company that is not a VAT payer (TAX-15), and to RON for any (INV-15)', async () => {
    const own = await service().newCompany(await service().newUser(), { vatPayer: false, vatCode: null, defaultCurrency: 'EUR' });
    const { body: answer } = await post(service(), own, {
      ...{ issueDate: today(), receiverName: 'Ana' },
      lines: [line({ vatRate: undefined })],
    });
    expect(answer.invoice).toMatchObject({ currency: 'RON', total: 100, lines: [{ vatRate: 0, vatCategoryCode: 'O' }] });
  });
});

describe('Buyer', () => {
  it('shows the VAT code, else the tax id, of a client without a register number', async () => {
    for (const [vatCode, shown] of [
      ['RO31415926', 'RO31415926'],
      [null, '27182818'],
    ]) {
      const record = { name: `Fără registru ${shown}`, cui: shown, vatCode, registrationNumber: null };
      const { id: clientId } = await service().newClient(scope, record);
      expect((await created({ clientId })).invoice['client']).toMatchObject({ registrationNumber: shown });
    }
  });
});
