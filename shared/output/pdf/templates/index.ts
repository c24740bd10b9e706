import type { TemplateSlug } from '../configuration.ts';
import { bold } from './bold.ts';
import { classic } from './classic.ts';
import { minimal } from './minimal.ts';
import { modern } from './modern.ts';
import type { Template } from './template.ts';

export type { Page, Template } from './template.ts';

const BY_SLUG: Record<TemplateSlug, Template> = { classic, modern, minimal, bold };

export const templateOf = (slug: TemplateSlug): Template => BY_SLUG[slug];
