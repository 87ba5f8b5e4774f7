import { RotateCw } from 'lucide-react'
import { Button } from '#ui/button.tsx'

export function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="human-check-state failed" role="alert">
      <p>We couldn’t load the check.</p>
      <Button icon={RotateCw} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
