import type { Company } from '#shared/model/company.ts';
import { isConsumer } from '#shared/model/identifiers.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { ReceiptIssuer, ReceiptPartner } from '#shared/model/receipts/receipt.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';

/** Whom a receipt names, copied when it is issued. Pure. */

type Partner = ReceiptPartner & { isPerson: boolean };

export const issuerOf = (company: Company): ReceiptIssuer => ({
  ...{ name: company.name, cif: company.cif, vatCode: company.vatCode, vatPayer: company.vatPayer },
  ...{ registrationNumber: company.registrationNumber, address: company.address },
  ...{ city: company.city, state: company.state, country: company.country },
});

const inOneLine = (...parts: (string | null | undefined)[]): string | null =>
  [...new Set(parts.filter(part => part !== null && part !== undefined && part !== ''))].join(', ') || null;

/** The partner of a receipt of a client. A person's personal number is not stated. */
export const partnerOfClient = (client: Client): Partner => ({
  ...{ name: client.name, cif: client.cui ?? client.vatCode, registrationNumber: client.registrationNumber },
  address: inOneLine(client.address, client.city, client.county),
  isPerson: client.type === 'individual',
});

/** The partner of a receipt for a document. */
export function partnerOfDocument(document: Invoice): Partner | undefined {
  const { client } = document;
  if (!client) {
    const { receiverName: name, receiverCif: cif, receiverAddress, receiverCity, receiverCounty } = document;
    return name
      ? {
          ...{ name, cif, registrationNumber: null },
          address: inOneLine(receiverAddress, receiverCity, receiverCounty),
          isPerson: !cif,
        }
      : undefined;
  }
  return {
    ...{ name: client.name, cif: client.cif ?? client.vatCode, registrationNumber: client.registrationNumber },
    address: inOneLine(client.address, client.city, client.county),
    isPerson: isConsumer(client),
  };
}
