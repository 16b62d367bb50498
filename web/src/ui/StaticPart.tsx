// A part that never changes after the build: its markup stays, and no script is loaded for it.
import type { ReactNode } from 'react';

interface StaticPartProps {
  readonly id: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function StaticPart({ id, className, children }: StaticPartProps) {
  return (
    <div id={id} className={className}>
      {children}
    </div>
  );
}

/** The part that the build rendered into this page. Undefined where it rendered none, as in development. */
export function renderedPart(id: string): (() => ReactNode) | undefined {
  const rendered = document.getElementById(id);
  if (!rendered) return undefined;
  const { className, innerHTML } = rendered;
  return () => (
    <div
      id={id}
      className={className || undefined}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is this page's own markup, which hydration leaves untouched.
      dangerouslySetInnerHTML={{ __html: innerHTML }}
    />
  );
}
