import { mailField } from '#shared/documents/common/print/links.ts';
import { placeTexts } from '#shared/documents/common/print/parties.ts';
import { fact, factField, field, present, type Wording } from '#shared/documents/common/print/wording.ts';
import type { Company } from '#shared/model/company.ts';
import type { PrintedParty } from '#shared/output/pdf/document.ts';

/** The company on the PDF of a report. */
export function companyParty(company: Company, heading: string, wording: Wording): PrintedParty {
  const { labels } = wording;
  const isVatId = company.vatPayer && company.vatCode !== null;
  return {
    heading,
    name: fact('issuer name', company.name),
    address: [
      ...(company.address ? [{ text: company.address }] : []),
      ...placeTexts({ ...company, county: company.state, postalCode: null }, wording),
    ],
    fields: present([
      factField('issuer tax number', isVatId ? labels.vatId : labels.taxId, isVatId ? company.vatCode : company.cif),
      field(labels.registrationNumber, company.registrationNumber),
      field(labels.phone, company.phone),
      mailField(labels.email, company.email),
    ]),
  };
}

/** What of a company such a PDF shows. */
const SHOWN = [
  ...(['name', 'cif', 'vatCode', 'vatPayer', 'registrationNumber', 'address', 'city', 'state', 'country'] as const),
  ...(['phone', 'email'] as const),
];

/** The part of a company that determines the key of such a PDF. */
export const printedIssuer = (company: Company): Record<string, unknown> =>
  Object.fromEntries(SHOWN.map(name => [name, company[name]]));
