import type { MailableConvertible } from '#shared/documents/common/convertible/emails.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { validation } from '#shared/base/kernel/errors.ts';
import type { MailableKind } from '#shared/output/mail/documents/kind.ts';
import { withConditions } from '#shared/output/mail/templates/variables.ts';
import type { DeliveryNote } from '#shared/model/convertible/delivery-note.ts';
import { carrierPremise, identifierOf, isInForce } from '../transport/identifier.ts';
import { mailableDeliveryNotes } from './mailable-delivery-notes.ts';

/**
 * What shared/output/mail needs to compose mails to the carrier, with the identifier (UIT) of the transport: they have their own default
 * text, and a PDF without prices, which the carrier must not see. In all else they are mails of the delivery note, in the same log.
 */
export const mailableToCarriers: MailableKind<MailableConvertible<DeliveryNote>> = {
  ...mailableDeliveryNotes,
  read: async (company, id) => {
    const mailable = await mailableDeliveryNotes.read(company, id);
    return mailable && toCarrier(mailable);
  },
};

const WORDS = {
  subject: 'Cod UIT [[uit]] – avizul [[delivery_note_number]]',
  body:
    'Bună ziua,\n\nCodul UIT al transportului de bunuri din avizul **[[delivery_note_number]]** din [[issue_date]] este **[[uit]]**' +
    '{if uit_valid_until}, valabil până la [[uit_valid_until]]{endif}.\n\n' +
    '- Traseu: [[transport_from]] – [[transport_to]]' +
    '{if vehicle}\n- Vehicul: [[vehicle]]{endif}' +
    '{if trailers}\n- Remorcă: [[trailers]]{endif}' +
    '{if transport_date}\n- Data transportului: [[transport_date]]{endif}' +
    '\n\nAvizul de însoțire a mărfii este atașat, fără prețuri.\n\nCu stimă,\n[[company_name]]',
};

const toCarrier = (mailable: MailableConvertible<DeliveryNote>): MailableConvertible<DeliveryNote> => ({
  ...mailable,
  kind: mailableToCarriers,
  printOptions: { hidePrices: true },
  premise: carrierPremise(mailable.document),
  refusal: () => mailable.refusal() ?? withoutIdentifier(mailable.document, today()),
  defaultWords: () => ({ ...WORDS, templateId: null }),
  valuesFor: async (texts, company) => {
    // Imported only here because it contains the names of all counties, border points and customs offices.
    const [{ variables }, { carrierVariables }] = await Promise.all([
      mailable.valuesFor(texts, company),
      import('./carrier-words.ts'),
    ]);
    return withConditions({ ...variables, ...carrierVariables(mailable.document) });
  },
});

/** The error for a note without an identifier that is valid on a day; undefined if there is one. */
function withoutIdentifier(note: DeliveryNote, day: string): Error | undefined {
  const identifier = identifierOf(note);
  const { status, etransportStatus, etransportValidUntil } = note;
  if (!identifier || identifier.isCancelled)
    return validation('The transport has no valid identifier (UIT).', { status, etransportStatus, reason: 'not_declared' });
  if (isInForce(identifier, day)) return undefined;
  return validation(`The identifier (UIT) of the transport expired; its last day was ${etransportValidUntil}.`, {
    ...{ status, etransportStatus, etransportValidUntil },
    reason: 'identifier_expired',
  });
}
