import { companyRecordKey } from '#shared/platform/access/records.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import { configurationKey } from '#shared/output/pdf/configuration-item.ts';
import { type PdfTemplateConfiguration, printedConfiguration } from '#shared/output/pdf/configuration.ts';
import { getItems } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { openToken } from '../tracking/secret.ts';
import { type DocumentEmail, ERASED_RECIPIENT, type MailLanguage } from './model.ts';
import { unsubscriptionWrite } from './suppression.ts';

/** What a recipient can unsubscribe from: the mails of a company to an address. */
export interface Subscription {
  company: CompanyId;
  companyName: string;
  /** Bucket key of the company's logo. */
  logoPath: string | null;
  /** How its documents look. */
  appearance: PdfTemplateConfiguration;
  address: string;
  /** Language of the mail that has the link. */
  language: MailLanguage;
}

/**
 * What the link of a mail unsubscribes from. One round trip. The token is that of the mail's tracking.
 *
 * @throws 404, the same for a token that is unknown and for a mail that no longer exists or has lost its recipient (docs/privacy.md)
 */
export async function subscriptionOf(token: string): Promise<Subscription> {
  const opened = await openToken(token);
  if (!opened) throw unknownLink();
  const { company, key } = opened;
  const [mail, record, configuration] = await getItems([key, companyRecordKey(company), configurationKey(company)]);
  const email = mail?.['data'] as DocumentEmail | undefined;
  const named = record?.['data'] as Company | undefined;
  if (!email || email.to === ERASED_RECIPIENT || !named) throw unknownLink();
  return {
    ...{ company, companyName: named.name, logoPath: named.logoPath },
    appearance: printedConfiguration(configuration?.['data'] as Partial<PdfTemplateConfiguration> | undefined),
    ...{ address: email.to, language: email.language },
  };
}

const unknownLink = (): Error => notFound('Link');

/** Adds the address to the company's suppression list, if it is not there yet. */
export const unsubscribe = ({ company, address }: Subscription): Promise<void> =>
  transact([unsubscriptionWrite(company, address, instant())]);
