/** Protocol revisions in their order; dates compare as text. */
export const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;

export type Revision = (typeof REVISIONS)[number];

export const LATEST_REVISION: Revision = '2025-11-25';

export function isRevision(value: unknown): value is Revision {
  return REVISIONS.some((revision) => revision === value);
}
