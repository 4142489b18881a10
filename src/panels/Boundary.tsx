import { Component, type ReactNode } from 'react'

type Props = { readonly children: ReactNode }
type State = { readonly lost?: string }

/** Keeps the rest of the page where a part of it does not arrive: it says so in its place, with a way on. */
export class Boundary extends Component<Props, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { lost: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    const { lost } = this.state
    if (lost === undefined) return this.props.children
    return (
      <div className="notice fail" role="alert">
        <p>
          A part of the lab could not be loaded: {lost}; reload the page. The question stands in the address.{' '}
          <button type="button" className="link" onClick={() => location.reload()}>
            Reload
          </button>
        </p>
      </div>
    )
  }
}
