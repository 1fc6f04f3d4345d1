// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import Foundation

  /// The loader that decodes pictures off the main thread.
  ///
  /// It decodes a few at a time, in the order of the requests.
  @MainActor final class PictureLoader {
    /// A pending request for a picture.
    ///
    /// Cancel it when the picture is not needed any more.
    @MainActor final class Ticket {
      fileprivate let request: PictureRequest
      fileprivate var completion: (@MainActor (DecodedPicture?) -> Void)?
      private let settling: Settling

      fileprivate init(
        _ request: PictureRequest, settling: Settling,
        completion: @escaping @MainActor (DecodedPicture?) -> Void
      ) {
        self.request = request
        self.settling = settling
        self.completion = completion
        settling.begin()
      }

      /// Cancels the request; a decode that has not begun is skipped.
      func cancel() {
        guard completion != nil else { return }
        completion = nil
        settling.end()
      }

      fileprivate func finish(_ picture: DecodedPicture?) {
        let completion = completion
        cancel()
        completion?(picture)
      }
    }

    private let settling: Settling
    private let queue = DispatchQueue(
      label: "picture decoding", qos: .userInitiated, attributes: .concurrent)
    private let limit = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount))
    private var cache = PictureCache(limit: 256 << 20)
    private var waiting: [Ticket] = []
    private var running: [PictureRequest: [Ticket]] = [:]

    /// Creates a loader that reports work in progress.
    init(settling: Settling) { self.settling = settling }

    /// Returns a picture that was decoded before.
    func cachedPicture(for request: PictureRequest) -> DecodedPicture? {
      cache.picture(for: request)
    }

    /// Returns a decoded picture of the same file in another size.
    func preview(for request: PictureRequest) -> DecodedPicture? { cache.preview(for: request) }

    /// Releases all pictures that are not on screen.
    func forgetUnusedPictures() { cache.removeAll() }

    /// Decodes a picture.
    ///
    /// - Parameters:
    ///   - request: The file and the size.
    ///   - completion: Called later with the picture; with `nil` when it cannot be read.
    /// - Returns: An object that can cancel the request.
    func load(
      _ request: PictureRequest, completion: @escaping @MainActor (DecodedPicture?) -> Void
    ) -> Ticket {
      let ticket = Ticket(request, settling: settling, completion: completion)
      if running[request] != nil {
        running[request]?.append(ticket)
      } else {
        waiting.append(ticket)
        startNext()
      }
      return ticket
    }

    private func startNext() {
      waiting.removeAll { $0.completion == nil }
      while running.count < limit, let first = waiting.first {
        let request = first.request
        running[request] = waiting.filter { $0.request == request }
        waiting.removeAll { $0.request == request }
        queue.async { [weak self] in
          let picture = PictureDecoder.decode(request)
          DispatchQueue.main.async {
            MainActor.assumeIsolated { self?.didDecode(request, picture) }
          }
        }
      }
    }

    private func didDecode(_ request: PictureRequest, _ picture: DecodedPicture?) {
      if let picture { cache.insert(picture, for: request) }
      for ticket in running.removeValue(forKey: request) ?? [] { ticket.finish(picture) }
      startNext()
    }
  }
#endif
