import { expect } from 'vitest';
import type { Service } from '../../support/service.ts';

/** Hosted pages, as a browser requests them. */

export interface PageAnswer {
  status: number;
  headers: Headers;
  html: string;
}

/** The languages of pages, each with a word that occurs only in its pages. */
export const LANGUAGES = ['ro', 'en', 'de', 'fr'] as const;

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'accept-language': 'en-GB,en' };

/** Requests a page like a browser, and checks what holds for all pages. @param headers replace those of the browser */
export async function visit(
  service: Service,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<PageAnswer> {
  const response = await fetch(service.url + path, { method, headers: { ...BROWSER, ...headers } });
  const html = await response.text();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const policy = response.headers.get('content-security-policy') ?? '';
  for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"])
    expect(policy).toContain(rule);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(html.startsWith('<!doctype html><html lang="')).toBe(true);
  return { status: response.status, headers: response.headers, html };
}

/** The language that a page declares. */
export const languageOf = ({ html }: PageAnswer): string | undefined => /<html lang="(\w+)"/.exec(html)?.[1];
