import { useTrader } from '../../support/trader.ts';

/** Requests of these tests. */
export function unitsCalls() {
  const { request, act, draft, xmlOf } = useTrader();

  /** The unit codes in the XML of an invoice that has one line for each unit. */
  async function issuedWith(units: readonly string[]): Promise<[number, unknown, string[]]> {
    const lines = units.map(unitOfMeasure => ({ description: 'Marfă', quantity: 1, unitPrice: 10, vatRate: 21, unitOfMeasure }));
    const { id } = await draft({ lines });
    const { status, body } = await act<{ error?: { details: unknown } }>(id, 'issue');
    const xml = status === 200 ? await xmlOf(id) : '';
    return [
      status,
      body.error?.details,
      [...xml.matchAll(/<cbc:InvoicedQuantity unitCode="([^"]+)"/g)].map(match => match[1] ?? ''),
    ];
  }
  return { request, issuedWith };
}
