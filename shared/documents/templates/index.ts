import type { TemplateSlug } from '../configuration.ts';
import { classic } from './classic.ts';
import type { Template } from './template.ts';

export type { PrintedInvoice, Template } from './template.ts';

const BY_SLUG: Partial<Record<TemplateSlug, Template>> & Record<'classic', Template> = { classic };

/** The template of a slug; the classic one for a slug whose template is not written. */
export const templateOf = (slug: TemplateSlug): Template => BY_SLUG[slug] ?? BY_SLUG.classic;
