import { beforeAll } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import type { CreditNote, Invoice, Refusal } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

/** VAT rates of 0 % by category, and buyers by country. */
const rates: Record<string, string> = {};
const clients: Record<string, string> = {};
export const ART292 = { taxExemptionReason: 'Scutit, art. 292 alin. (1) lit. a)', taxExemptionReasonCode: 'VATEX-EU-132' };
export const ISSUED = [200, undefined];
export const textIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<cbc:${name}>([^<]*)</cbc:${name}>`, 'g'))].map(match => match[1] ?? '');

/** Requests of these tests. */
export function exemptCalls() {
  const { service, scope, request, act, issued, xmlOf, creditBody, sendCredit, creditDraft } = useTrader();

  beforeAll(async () => {
    for (const categoryCode of ['Z', 'E', 'AE', 'K', 'G', 'O']) {
      const body = { rate: 0, label: `Zero ${categoryCode}`, categoryCode };
      const sent = service().api('POST', '/api/v1/vat-rates', { ...scope, body });
      rates[categoryCode] = (await expecting<{ id: string }>(201, 'A rate', sent)).id;
    }
    const abroad = { registrationNumber: null, county: null };
    const austrian = { name: 'Holzwerkstatt GmbH', cui: 'ATU12345678', vatCode: 'ATU12345678', country: 'AT', city: 'Wien' };
    const moldovan = {
      name: 'Codru SRL',
      cui: '1003600012345',
      vatCode: null,
      isVatPayer: false,
      country: 'MD',
      city: 'Chișinău',
    };
    clients['RO'] = scope.clientId;
    clients['AT'] = (await service().newClient(scope, { ...abroad, ...austrian })).id;
    clients['MD'] = (await service().newClient(scope, { ...abroad, ...moldovan })).id;
  });

  /** A line of the parent, or of its credit note. */
  const line = (category: string, overrides: object = {}) => ({
    ...{ description: 'Marfă', quantity: 1, unitPrice: 100, vatCategoryCode: category },
    vatRateId: category === 'S' ? scope.vat21 : rates[category],
    ...overrides,
  });
  const back = (category: string, overrides: object = {}) =>
    line(category, { quantity: -1, vatCategoryCode: undefined, ...overrides });

  const invoiced = (country: string, lines: object[], ublExtensions?: object): Promise<Invoice> =>
    issued({ clientId: clients[country], lines, ublExtensions });
  const credit = (parent: Invoice, overrides: object): Promise<CreditNote> =>
    creditDraft(parent, { clientId: parent.client?.id, ...overrides });

  /** Status and error of issuing; and the XML. */
  async function issueOf(note: CreditNote): Promise<{ outcome: unknown[]; xml: string }> {
    const { status, body } = await act<Partial<Refusal>>(note.id, 'issue');
    return {
      outcome: [status, body.error?.details],
      xml: status === 200 ? await xmlOf(note.id) : '',
    };
  }
  return { service, scope, request, creditBody, sendCredit, line, back, invoiced, credit, issueOf };
}
