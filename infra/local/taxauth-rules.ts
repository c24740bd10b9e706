import { evaluate } from '../../shared/einvoice/rules/evaluate.ts';
import type { Validate } from './taxauth/upload.ts';

/** The rules by which the authority's simulator judges what it receives, told as the authority tells them: `[id]-text`. */
export const validateByRules: Validate = async xml =>
  evaluate(xml, 'cius-ro-1.0.9')
    .filter(({ severity }) => severity === 'fatal')
    .map(({ rule, message, xpath }) => `[${rule.replace(/_\d$/, '')}]-${message} #${xpath}`);
