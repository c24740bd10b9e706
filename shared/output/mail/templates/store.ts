import { type RecordSet, readSet, type SetArea } from '#shared/platform/store/record-set.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { create, put, remove } from '#shared/platform/store/transact.ts';
import type { EmailTemplate } from './model.ts';

/** A template is the item `C#<company>` / `MAILTPL#<id>`; the version of the set is stored under `MAILTPL#`. */
export const TEMPLATE_PREFIX = 'MAILTPL#';

const templateKey = (company: CompanyId, id: string): Key => companyKey(company, `${TEMPLATE_PREFIX}${id}`);

export const templateItem = (company: CompanyId, template: EmailTemplate): Item & Record<string, unknown> => ({
  ...templateKey(company, template.id),
  kind: 'email-template',
  data: template,
});

type Unmarked = Omit<EmailTemplate, 'language'>;

/** The templates of a company, oldest first, with the version of the set. Costs one query. */
export async function readTemplateSet(company: CompanyId): Promise<RecordSet<EmailTemplate>> {
  // Templates that were stored before they had a language are Romanian.
  const { version, records } = await readSet<Unmarked & Partial<EmailTemplate>>(company, TEMPLATE_PREFIX);
  return { version, records: records.map(one => ({ language: 'ro', ...one })) };
}

export const readTemplates = async (company: CompanyId): Promise<EmailTemplate[]> => (await readTemplateSet(company)).records;

/** How the templates of a company are stored as a set. */
export const TEMPLATES: SetArea<EmailTemplate> = {
  prefix: TEMPLATE_PREFIX,
  read: readTemplateSet,
  write: (company, before, after) => {
    if (after) return before ? put(templateItem(company, after)) : create(templateItem(company, after));
    if (!before) throw new Error('An email template changes from nothing to nothing.');
    return remove(templateKey(company, before.id));
  },
};
