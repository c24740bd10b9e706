import type { Actor } from '#shared/platform/access/model.ts';
import type { Company } from '#shared/model/company.ts';
import { type PdfTemplateConfiguration, printedConfiguration } from '#shared/output/pdf/configuration.ts';
import { companyLogo } from '#shared/output/files/logo.ts';
import { printedInvoice } from '../print/invoice.ts';
import { sampleInvoice } from './sample-invoice.ts';
import { templateOf } from '#shared/output/pdf/templates/index.ts';

export { POLICY } from '#shared/output/pdf/templates/page.ts';

/**
 * The HTML page of a sample invoice (OUT-18), with the name, the logo and the PDF configuration of the company.
 *
 * @param asked template, colour and font of the request, which replace those of the configuration; defaults apply to absent ones
 */
export async function preview(
  company: Company,
  by: Actor,
  stored: PdfTemplateConfiguration | undefined,
  asked: { [field in 'templateSlug' | 'primaryColor' | 'fontFamily']?: PdfTemplateConfiguration[field] | null | undefined },
): Promise<string> {
  const configuration: PdfTemplateConfiguration = {
    ...printedConfiguration(stored),
    templateSlug: asked.templateSlug ?? 'classic',
    primaryColor: asked.primaryColor ?? null,
    fontFamily: asked.fontFamily ?? null,
  };
  const document = printedInvoice(sampleInvoice(company, by), configuration);
  const logo = configuration.showLogo && company.logoPath ? await companyLogo(company.logoPath) : null;
  return templateOf(configuration.templateSlug)({
    document,
    configuration,
    logo,
    isSandbox: company.sandbox === true,
    isOnScreen: true,
  }).markup;
}
