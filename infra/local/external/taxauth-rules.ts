import { officialRuleId, validateXml } from '#shared/authority/einvoice/validation/validate.ts';
import type { Validate } from '../taxauth/upload.ts';

/** The rules by which the authority's simulator validates uploads, with findings in the authority's format: `[id]-text`. */
export const validateByRules: Validate = async xml =>
  validateXml(xml)
    .filter(({ severity }) => severity === 'fatal')
    .map(({ rule, message, xpath }) => `[${officialRuleId(rule)}]-${message} #${xpath}`);
