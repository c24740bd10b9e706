import * as z from 'zod';
import { badRequest } from '#shared/base/kernel/errors.ts';
import { optionalText } from '#shared/base/kernel/fields.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, put, retryOnContention } from '#shared/platform/store/transact.ts';
import { DEFAULT_CONFIGURATION, type PdfTemplateConfiguration, TEMPLATE_SLUGS } from './configuration.ts';
import {
  configurationItem,
  INITIAL,
  newConfiguration,
  readStoredConfiguration,
  type StoredConfiguration,
} from './configuration-item.ts';
import type { configurationSchema } from './schema.ts';

/**
 * Reads and changes the PDF template configuration of a company (OUT-13 to OUT-17).
 */

const slug = z.enum(TEMPLATE_SLUGS, `must be one of ${TEMPLATE_SLUGS.join(', ')}`);
const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be # and six hex digits, such as #2563eb');

/** Absent = unchanged, null = reset to the default. */
export const configurationBody = z
  .object({
    templateSlug: slug.nullish(),
    primaryColor: color.nullish(),
    fontFamily: optionalText(100),
    showLogo: z.boolean('must be true or false').nullish(),
    showBankInfo: z.boolean('must be true or false').nullish(),
    footerText: optionalText(2000),
    customCss: z.string().max(20_000, 'must have at most 20000 characters').nullish(),
  })
  .meta({ id: 'PdfTemplateConfigChange' });
export type ConfigurationChange = z.output<typeof configurationBody>;

/** The fields of the stored configuration that a preview may override. */
export const previewBody = configurationBody
  .pick({ templateSlug: true, primaryColor: true, fontFamily: true })
  .meta({ id: 'PdfPreview' });

/** The configuration in answers; the defaults when none is stored. */
export const presentConfiguration = (stored: StoredConfiguration | undefined): z.output<typeof configurationSchema> => {
  const { templateSlug, primaryColor, fontFamily, showLogo, showBankInfo, footerText, customCss } = stored ?? INITIAL;
  return { id: stored?.id ?? null, templateSlug, primaryColor, fontFamily, showLogo, showBankInfo, footerText, customCss };
};

/**
 * Changes the fields of a request; creates the configuration if there is none.
 *
 * @throws 400 for a style sheet that is not allowed, with a sentence for each problem in `details.customCss`
 */
export async function updateConfiguration(
  company: CompanyId,
  loaded: StoredConfiguration | undefined,
  change: ConfigurationChange,
  commit: Commit<StoredConfiguration>,
): Promise<StoredConfiguration> {
  await checkStyleSheet(change.customCss);
  return retryOnContention(async attempt => {
    const before = attempt === 0 ? loaded : await readStoredConfiguration(company);
    const after = configured(before, change);
    const unchanged = before
      ? { expression: '#version = :version', names: { '#version': 'version' }, values: { ':version': before.version } }
      : { expression: 'attribute_not_exists(pk)' };
    return commit([put(configurationItem(company, after), unchanged)], after);
  });
}

/** Checks a style sheet. Imports the CSS parser only when there is one, so that other requests do not wait for it. */
async function checkStyleSheet(source: string | null | undefined): Promise<void> {
  if (!source?.trim()) return;
  const { checkCss } = await import('./css/custom-css.ts');
  const { problems } = checkCss(source);
  if (problems.length > 0) throw badRequest(`customCss: ${problems[0]}`, { customCss: problems });
}

function configured(before: StoredConfiguration | undefined, change: ConfigurationChange): StoredConfiguration {
  const at = instant();
  const base = before ?? { ...newConfiguration(at), version: 0 };
  const given = Object.entries({ ...change, ...(change.customCss?.trim() === '' && { customCss: null }) })
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => [field, value ?? DEFAULT_CONFIGURATION[field as keyof PdfTemplateConfiguration]]);
  return {
    ...base,
    ...(Object.fromEntries(given) as Partial<PdfTemplateConfiguration>),
    version: base.version + 1,
    updatedAt: at,
  };
}
