import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";

interface SectionProps {
  title: string;
  /** The anchor of it on a long page. */
  anchor?: string;
  /** One sentence on what it is for. */
  about?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Section({ title, anchor, about, actions, children }: SectionProps) {
  const id = useId();
  return (
    <Stack
      component="section"
      gap="sm"
      id={anchor}
      aria-labelledby={id}
      className="section no-print"
    >
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} maw={720}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {about !== undefined && (
            <Text c="dimmed" size="sm">
              {about}
            </Text>
          )}
        </Stack>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}

/** The sections of a long page by anchor and title, as links under its head. */
export function SectionLinks({ sections }: { sections: [anchor: string, title: string][] }) {
  return (
    <Group component="nav" aria-label="Sections" gap="md" className="section-links no-print">
      {sections.map(([anchor, title]) => (
        <Anchor key={anchor} size="sm" href={`#${anchor}`}>
          {title}
        </Anchor>
      ))}
    </Group>
  );
}

interface WhenNearProps {
  /** About as high as what will stand there, in pixels, so that nothing jumps. */
  height: number;
  /** Whether it is never less high, also once it is loaded. */
  isLeast?: boolean;
  /** The anchor that leads to it. */
  anchor?: string;
  children: ReactNode;
}

/** Loads what is far below only when it is nearly seen, or printed. */
export function WhenNear({ height, isLeast = false, anchor, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const show = () => setIsNear(true);
    // Without a network it would only say that it could not be loaded.
    const print = () => navigator.onLine !== false && show();
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(),
      { rootMargin: "400px" },
    );
    if (place.current !== null) observer.observe(place.current);
    window.addEventListener("beforeprint", print);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", print);
    };
  }, []);
  return (
    <div
      ref={place}
      id={anchor}
      className="section"
      style={isNear && !isLeast ? undefined : { minHeight: height }}
    >
      {isNear && children}
    </div>
  );
}
