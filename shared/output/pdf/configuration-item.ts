import { newId } from '#shared/base/kernel/ids.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { DEFAULT_CONFIGURATION, type PdfTemplateConfiguration, printedConfiguration } from './configuration.ts';

/** A company's PDF template configuration, as it is stored. */
export interface StoredConfiguration extends PdfTemplateConfiguration {
  id: string;
  /** Incremented with every change; every write is conditional on it (optimistic locking). */
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** The configuration of a new company, also shown if none is stored (OUT-13). */
export const INITIAL: PdfTemplateConfiguration = { ...DEFAULT_CONFIGURATION, fontFamily: 'DejaVu Sans' };

export const configurationKey = (company: CompanyId): Key => companyKey(company, 'PDFCONFIG');

export const newConfiguration = (at: string): StoredConfiguration => ({
  id: newId(),
  version: 1,
  ...INITIAL,
  createdAt: at,
  updatedAt: at,
});

export const configurationItem = (company: CompanyId, data: StoredConfiguration): Item & Record<string, unknown> => ({
  ...configurationKey(company),
  kind: 'pdf-config',
  version: data.version,
  data,
});

/** The stored configuration; undefined when there is none. One read. */
export const readStoredConfiguration = async (company: CompanyId): Promise<StoredConfiguration | undefined> =>
  (await getItem<Item & { data: StoredConfiguration }>(configurationKey(company)))?.data;

/** The configuration to print with, stored or default, without fields that do not affect the PDF. One read. */
export async function readPdfConfiguration(company: CompanyId): Promise<PdfTemplateConfiguration> {
  return printedConfiguration(await readStoredConfiguration(company));
}
