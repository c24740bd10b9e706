import { attributeOf, type XmlElement } from '../../xml/node.ts';
import { all, at, dateAt, textAt, texts } from './values.ts';
import type { ReadPaymentMeans } from './model.ts';

/** BG-16. */
export const readPaymentMeans = (root: XmlElement): ReadPaymentMeans[] =>
  all(root, 'cac:PaymentMeans').map(means => {
    const code = at(means, 'cbc:PaymentMeansCode');
    return {
      code: textAt(code) ?? '',
      text: (code && attributeOf(code, 'name')?.trim()) || null,
      remittance: textAt(means, 'cbc:PaymentID'),
      account: account(at(means, 'cac:PayeeFinancialAccount')),
      card: card(at(means, 'cac:CardAccount')),
      directDebit: directDebit(at(means, 'cac:PaymentMandate')),
    };
  });

function account(element: XmlElement | undefined): ReadPaymentMeans['account'] {
  const id = textAt(element, 'cbc:ID');
  if (id === null) return null;
  return { id, name: textAt(element, 'cbc:Name'), bic: textAt(element, 'cac:FinancialInstitutionBranch', 'cbc:ID') };
}

function card(element: XmlElement | undefined): ReadPaymentMeans['card'] {
  const number = textAt(element, 'cbc:PrimaryAccountNumberID');
  return number === null ? null : { number, holder: textAt(element, 'cbc:HolderName') };
}

function directDebit(element: XmlElement | undefined): ReadPaymentMeans['directDebit'] {
  if (!element) return null;
  return { mandate: textAt(element, 'cbc:ID'), account: textAt(element, 'cac:PayerFinancialAccount', 'cbc:ID') };
}

/** BT-20 */
export const readPaymentTerms = (root: XmlElement): string | null =>
  texts(all(root, 'cac:PaymentTerms').flatMap(terms => all(terms, 'cbc:Note'))).join('\n') || null;

/** BT-9: a child of the root of an invoice, but of the payment means of a credit note. */
export const readDueDate = (root: XmlElement): string | null =>
  dateAt(root, 'cbc:DueDate') ??
  all(root, 'cac:PaymentMeans')
    .map(means => dateAt(means, 'cbc:PaymentDueDate'))
    .find(date => date !== null) ??
  null;
