import type { Plan } from '#shared/platform/access/model.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { planLimit } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { changeSet, type RecordSet } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import type { EmailTemplate } from './model.ts';
import {
  addTemplate,
  changeTemplate,
  removeTemplate,
  type TemplateChange,
  type TemplateInput,
  withFirstTemplates,
} from './rules.ts';
import { TEMPLATES } from './store.ts';

/** Parameters of a change of templates: the company, its templates as they were loaded, and the commit. */
interface Changing<R> {
  company: CompanyId;
  loaded: RecordSet<EmailTemplate>;
  commit: Commit<R>;
}

/**
 * The templates of a company. A category without a Romanian template first gets one, by a conditional write: concurrent calls add
 * only one.
 */
export function listTemplates({ company, loaded, commit }: Changing<EmailTemplate[]>): Promise<EmailTemplate[]> {
  if (withFirstTemplates(loaded.records, newId, instant()) === loaded.records) return Promise.resolve(loaded.records);
  const complete = (templates: EmailTemplate[]) => {
    const records = withFirstTemplates(templates, newId, instant());
    return { records, result: records };
  };
  return changeSet(TEMPLATES, company, loaded, complete, commit);
}

/** @throws 402 when the plan does not include templates; 422 by `addTemplate` */
export async function createTemplate(
  input: TemplateInput,
  plan: Plan,
  { company, loaded, commit }: Changing<EmailTemplate>,
): Promise<EmailTemplate> {
  if (!PLANS[plan].emailTemplates) throw planLimit('emailTemplates', null, plan);
  const id = newId();
  return changeSet(TEMPLATES, company, loaded, templates => addTemplate(templates, input, id, instant()), commit);
}

/** @throws 404, 422 by `changeTemplate` */
export const updateTemplate = (
  id: string,
  change: TemplateChange,
  { company, loaded, commit }: Changing<EmailTemplate>,
): Promise<EmailTemplate> =>
  changeSet(TEMPLATES, company, loaded, templates => changeTemplate(templates, id, change, instant()), commit);

/** @throws 404, 409 by `removeTemplate` */
export const deleteTemplate = (id: string, { company, loaded, commit }: Changing<void>): Promise<void> =>
  changeSet(TEMPLATES, company, loaded, templates => removeTemplate(templates, id), commit);
