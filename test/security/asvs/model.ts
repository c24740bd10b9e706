/** How this repository answers the OWASP Application Security Verification Standard 5.0.0, levels 1 and 2. */

/** A test that proves something. */
export interface NamedTest {
  /** Its file, from the root of the repository. */
  file: `test/${string}.test.ts`;
  /** Its title as it stands in the file; where a file has the title twice, with titles of its groups before it, joined by ` > `. */
  name: string;
}

/** What there is to say of a requirement: which tests prove it, why it does not concern this service, or what is not met. */
export type Proof =
  | { tests: readonly [NamedTest, ...NamedTest[]]; notApplicable?: never; gap?: never }
  | { notApplicable: string; tests?: never; gap?: never }
  | { gap: string; tests?: never; notApplicable?: never };

/** A requirement; the summary is ours, the standard's own text is at its publisher's. */
export type Requirement = { number: `${number}.${number}.${number}`; level: 1 | 2; summary: string } & Proof;

/** A chapter of the standard with all of its requirements of levels 1 and 2, and how many those are. */
export interface Chapter {
  number: number;
  title: string;
  counts: { 1: number; 2: number };
  requirements: readonly Requirement[];
}

/** A weakness that a review of this service found, in our own words. */
export type Finding = { weakness: string } & Proof;
